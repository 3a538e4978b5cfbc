import { jobHandlers } from '@goodword/server/jobs/handlers'
import { startWorker } from '@goodword/server/jobs/worker'
import { Context } from '@goodword/server/operations/foundation/context'
import { systemClock } from '@goodword/server/platform/clock'
import { createIdGenerator } from '@goodword/server/platform/id-generator'
import { createSecretBox } from '@goodword/server/platform/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/platform/secrets/secret-key'
import {
  type DatabaseAddress,
  openDatabase,
  type ServiceAddress,
} from '@goodword/server/store/driver/database'

// A worker with the jobs of the service as a process of its own: node export-worker.ts <address as JSON> <lease in ms>.

const [address = '', leaseMs = ''] = process.argv.slice(2)
// The trial writes it.
const db = openDatabase(JSON.parse(address) as DatabaseAddress as ServiceAddress, 'service', 4)

startWorker({
  ctx: new Context({
    db,
    clock: systemClock,
    ids: createIdGenerator(),
    secretBox: createSecretBox(makeSecretKey()),
    baseUrl: 'https://goodword.example.com',
  }),
  leaseMs: Number(leaseMs),
  handlers: jobHandlers,
  logger: { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error },
  observe: () => undefined,
  random: Math.random,
  report: console.error,
})
console.log('started')
