import { jobHandlers } from '../../jobs/handlers.ts'
import { startWorker } from '../../jobs/worker.ts'
import { Context } from '../../operations/foundation/context.ts'
import { systemClock } from '../../platform/clock.ts'
import { createIdGenerator } from '../../platform/id-generator.ts'
import { openMailServer } from '../../platform/mail-server/open-mail-server.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { makeSecretKey } from '../../platform/secrets/secret-key.ts'
import { type DatabaseAddress, openDatabase, type ServiceAddress } from '../../store/driver/database.ts'

// A worker that sends e-mails as a process of its own: node mail-process.ts <address as JSON> <lease in ms> <SMTP port>.

const [address = '', leaseMs = '', port = ''] = process.argv.slice(2)
// The test writes it.
const db = openDatabase(JSON.parse(address) as DatabaseAddress as ServiceAddress, 'service', 4)
const ctx = new Context({
  db,
  clock: systemClock,
  ids: createIdGenerator(),
  secretBox: createSecretBox(makeSecretKey()),
  baseUrl: 'https://goodword.example.com',
  mailServer: openMailServer({ host: '127.0.0.1', port: Number(port), tls: 'off', login: null }),
})

const log = (...it: unknown[]): void => console.error(...it)

startWorker({
  ctx,
  leaseMs: Number(leaseMs),
  handlers: { SEND_MAILS: jobHandlers.SEND_MAILS },
  logger: { debug: () => undefined, info: () => undefined, warn: log, error: log },
  observe: () => undefined,
  random: Math.random,
  report: log,
})
console.log('started')
