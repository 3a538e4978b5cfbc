import type { Database } from '../../store/driver/database.ts'

const text = `select count(*) as waiting
from pg_stat_activity
where datname = current_database()
  and wait_event_type = 'Lock'`

/** How many sessions of the database wait for a lock. */
export async function waitingForLocks(owner: Database): Promise<number> {
  const [row] = await owner.query<{ waiting: number }>({ name: '', text }, [])
  return row?.waiting ?? 0
}
