import { type Database, openDatabase } from '../../engine/driver/database.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { createIdGenerator } from '../../engine/foundation/id-generator.ts'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey, parseSecretKey } from '../../engine/secrets/secret-key.ts'
import { Context } from '../../frame/context.ts'
import type { JobHandlers } from '../../jobs/job-handler.ts'
import { startWorker } from '../../jobs/worker.ts'
import type { WorkerOptions } from './worker-processes.ts'

type OpenedWorker = {
  readonly options: WorkerOptions
  readonly db: Database
  readonly ctx: Context
  /** Takes jobs from now on, and says so. */
  readonly run: (handlers: JobHandlers) => void
}

/** Opens the resources of a worker in this process, by the options in its arguments. */
export function openWorker(): OpenedWorker {
  const [, , text = ''] = process.argv
  // The test writes it.
  const options = JSON.parse(text) as WorkerOptions
  const { address, leaseMs, now, secretKey, mailPort } = options
  const key = secretKey === undefined ? makeSecretKey() : parseSecretKey(secretKey)
  if (key === null) throw new Error('the secret key is malformed')
  const db = openDatabase(address, 'service', 4)
  const ctx = new Context({
    db,
    clock: now === undefined ? systemClock : { now: () => now },
    ids: createIdGenerator(),
    secretBox: createSecretBox(key),
    baseUrl: 'https://goodword.example.com',
    allowLocalTargets: true,
    mailServer:
      mailPort === undefined
        ? null
        : openMailServer({ host: '127.0.0.1', port: mailPort, tls: 'off', login: null }),
  })
  const tell = (...it: unknown[]): void => console.error(...it)
  return {
    options,
    db,
    ctx,
    run(handlers) {
      startWorker({
        ctx,
        leaseMs,
        handlers,
        logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
        observe: () => undefined,
        random: Math.random,
        report: tell,
      })
      console.log('started')
    },
  }
}
