import { scheduleRecurringJobs } from '../jobs/schedule.ts'
import { startWorker } from '../jobs/worker.ts'
import { Context } from '../operations/foundation/context.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../store/driver/database.ts'

// A worker with two recurring jobs as a process of its own: node recurring-process.ts <address as JSON> <lease in ms>
// <period in ms>. Every run is noted with the process when it begins and when it ends.

const [address = '', leaseMs = '', everyMs = ''] = process.argv.slice(2)
// The test writes it.
const db = openDatabase(JSON.parse(address) as DatabaseAddress as ServiceAddress, 'service', 4)
const ctx = new Context({
  db,
  clock: systemClock,
  ids: createIdGenerator(),
  secretBox: createSecretBox(makeSecretKey()),
  baseUrl: 'https://goodword.example.com',
})
const run = (text: string, values: readonly unknown[]) => db.query<{ id: number }>({ name: '', text }, values)
const tell = (...it: unknown[]): void => console.error(...it)

const recurring = (kind: string) => ({
  everyMs: Number(everyMs),
  async run() {
    const values = [kind, process.pid]
    const [started] = await run(
      'insert into app.run values (default, $1, $2, clock_timestamp()) returning id',
      values,
    )
    await run('select pg_sleep(0.1)', [])
    await run('update app.run set ended_at = now() where id = $1', [started?.id])
    return null
  },
})
const handlers = { SWEEP_ANSWERS: recurring('SWEEP_ANSWERS'), SWEEP_MAILS: recurring('SWEEP_MAILS') }

await scheduleRecurringJobs(ctx, handlers)
startWorker({
  ctx,
  leaseMs: Number(leaseMs),
  handlers,
  logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
  observe: () => undefined,
  random: Math.random,
  report: tell,
})
console.log('started')
