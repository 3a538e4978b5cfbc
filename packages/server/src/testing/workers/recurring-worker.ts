import { scheduleRecurringJobs } from '../../jobs/schedule.ts'
import { openWorker } from './open-worker.ts'

// A worker with two recurring jobs. Every run is noted with the process when it begins and when it ends.

const { options, db, ctx, run } = openWorker()
const query = (text: string, values: readonly unknown[]) =>
  db.query<{ id: number }>({ name: '', text }, values)

const recurring = (kind: string) => ({
  everyMs: options.everyMs ?? Number.NaN,
  async run() {
    const values = [kind, process.pid]
    const [started] = await query(
      'insert into app.run values (default, $1, $2, clock_timestamp()) returning id',
      values,
    )
    await query('select pg_sleep(0.1)', [])
    await query('update app.run set ended_at = now() where id = $1', [started?.id])
    return null
  },
})
const handlers = { SWEEP_ANSWERS: recurring('SWEEP_ANSWERS'), SWEEP_MAILS: recurring('SWEEP_MAILS') }

await scheduleRecurringJobs(ctx, handlers)
run(handlers)
