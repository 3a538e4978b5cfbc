import { startWorker } from '../jobs/worker.ts'
import { Context } from '../operations/foundation/context.ts'
import { publishEvents } from '../operations/outbound/publishing/publish-events.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../store/driver/database.ts'
import { statement } from '../store/driver/statement.ts'

// A worker that publishes events, as a process of its own: node publisher-process.ts <address as JSON> <lease in ms>. Its
// consumer inserts a row for each event, which no key keeps from being doubled, and takes its time.

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

const consume = statement(
  'test.consume',
  `insert into consumed (tenant_id, position, event_id)
   select k.tenant_id, u.position, u.id
   from program k
   cross join unnest($2::int8[], $3::uuid[]) as u(position, id)
   where k.tenant_id = $1`,
)
const pause = statement('test.pause', 'select pg_sleep(0.05) where $1::text is not null')

const tell = (...it: unknown[]): void => console.error(...it)

startWorker({
  ctx,
  leaseMs: Number(leaseMs),
  handlers: {
    PUBLISH_EVENTS: {
      async run(_ctx, tenantId, _subject, { signal }) {
        await publishEvents(ctx, tenantId, signal, [
          async (tx, events) => {
            tx.write(
              consume,
              [events.map((it) => it.position), events.map((it) => it.event.id)],
              events.length,
            )
            await tx.rows(pause, [])
          },
        ])
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
