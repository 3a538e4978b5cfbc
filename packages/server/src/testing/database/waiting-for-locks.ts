import type { Database } from '../../engine/driver/database.ts'
import { onEveryNode } from './on-every-node.ts'

const query = `select a.pid
from pg_stat_activity a
where a.datname = current_database()
  and a.wait_event_type = 'Lock'`

/** How many sessions of the database wait for a lock, on whichever node. */
export async function waitingForLocks(owner: Database): Promise<number> {
  return (await onEveryNode(owner, query)).length
}
