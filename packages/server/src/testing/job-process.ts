import { startWorker } from '../jobs/worker.ts'
import { Context } from '../operations/foundation/context.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../store/driver/database.ts'

// A worker as a process of its own: node job-process.ts <address as JSON> <lease in ms>. Every run is noted when it begins
// and when it ends, and has an effect with a unique key.

const [address = '', leaseMs = ''] = process.argv.slice(2)
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

startWorker({
  ctx,
  leaseMs: Number(leaseMs),
  handlers: {
    CLOSE_LEDGER: {
      async run(_ctx, tenantId, subject) {
        const key = [tenantId, subject]
        const [started] = await run(
          'insert into app.run values (default, $1, $2, clock_timestamp()) returning id',
          key,
        )
        await run('select pg_sleep(0.02)', [])
        await run('insert into app.effect values ($1, $2) on conflict do nothing', key)
        await run('update app.run set ended_at = now() where id = $1', [started?.id])
        return null
      },
    },
  },
  logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
  observe: () => undefined,
  random: Math.random,
  report: tell,
})
console.log('started')
