import { jobHandlers } from '../../jobs/handlers.ts'
import { startWorker } from '../../jobs/worker.ts'
import { Context } from '../../operations/foundation/context.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIdGenerator } from '../../platform/id-generator.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { parseSecretKey } from '../../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../../store/driver/database.ts'

// A worker with the handlers of the service as a process of its own: node delivery-process.ts <address as JSON>
// <secret key> <lease in ms>.

const [address = '', secret = '', leaseMs = ''] = process.argv.slice(2)
const secretKey = parseSecretKey(secret)
if (secretKey === null) throw new Error('the secret key is malformed')
const tell = (...it: unknown[]): void => console.error(...it)

startWorker({
  ctx: new Context({
    // The test writes it.
    db: openDatabase(JSON.parse(address) as DatabaseAddress as ServiceAddress, 'service', 4),
    clock: systemClock,
    ids: createIdGenerator(),
    secretBox: createSecretBox(secretKey),
    baseUrl: 'https://goodword.example.com',
    allowLocalTargets: true,
  }),
  leaseMs: Number(leaseMs),
  handlers: jobHandlers,
  logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
  observe: () => undefined,
  random: Math.random,
  report: tell,
})
console.log('started')
