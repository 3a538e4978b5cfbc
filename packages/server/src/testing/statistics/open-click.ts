import type { Database } from '../../engine/driver/database.ts'

/** A click that is stored, but not committed yet. */
export type OpenClick = {
  /** A time after it was stored, by the clock of the database. */
  readonly stored: number
  rollback(): Promise<void>
}

export async function openClick(service: Database, tenant: string, user: string): Promise<OpenClick> {
  const client = await service.pool.connect()
  try {
    await client.query('begin')
    await client.query('select app.set_tenant($1)', [tenant])
    await client.query(
      'insert into app.click (tenant_id, clicked_at, id, user_id, via, visitor) values ($1, now(), gen_random_uuid(), $2, null, gen_random_uuid())',
      [tenant, user],
    )
    const { rows } = await client.query(readClock)
    return {
      stored: Number(rows[0].now),
      async rollback() {
        await client.query('rollback')
        client.release()
      },
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Returns when the clock of the database shows at least a time. */
export async function clockReaches(db: Database, atLeast: number): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ now: number }>({ name: '', text: readClock }, [])
    if (row !== undefined && row.now >= atLeast) return
  }
}

const readClock = 'select floor(extract(epoch from clock_timestamp()) * 1000)::int8 as now'
