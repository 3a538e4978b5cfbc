import { jobHandlers } from '../jobs/handlers.ts'
import { startWorker } from '../jobs/worker.ts'
import { Context } from '../operations/foundation/context.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../store/driver/database.ts'

// A worker that publishes events and counts, as a process of its own: node counting-process.ts <address as JSON> <lease in ms>.

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
const { PUBLISH_EVENTS, COUNT_STATISTICS } = jobHandlers
const tell = (...it: unknown[]): void => console.error(...it)

startWorker({
  ctx,
  leaseMs: Number(leaseMs),
  handlers: { PUBLISH_EVENTS, COUNT_STATISTICS },
  logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
  observe: () => undefined,
  random: Math.random,
  report: tell,
})
console.log('started')
