import { openWorker } from './open-worker.ts'

// A worker whose runs are noted when they begin and when they end, and have an effect with a unique key.

const { db, run } = openWorker()
const query = (text: string, values: readonly unknown[]) =>
  db.query<{ id: number }>({ name: '', text }, values)

run({
  CLOSE_LEDGER: {
    async run(_ctx, tenantId, subject) {
      const key = [tenantId, subject]
      const [started] = await query(
        'insert into app.run values (default, $1, $2, clock_timestamp()) returning id',
        key,
      )
      await query('select pg_sleep(0.02)', [])
      await query('insert into app.effect values ($1, $2) on conflict do nothing', key)
      await query('update app.run set ended_at = now() where id = $1', [started?.id])
      return null
    },
  },
})
