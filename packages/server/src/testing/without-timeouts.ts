import { afterAll } from 'vitest'
import { databaseTimeouts } from '../engine/driver/timeouts.ts'
import { requestTimeouts } from '../frame/http/server/app.ts'
import { NO_TIMEOUTS } from './endless.ts'

/** The longest that a timer of Node's can be set to: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Opens databases without timeouts, and lets requests take any time, until the end of the test file that calls it: for tests of what
 * opens databases and serves requests by itself.
 */
export function withoutTimeouts(): void {
  const { service, owner } = structuredClone(databaseTimeouts)
  const { handlerMs } = requestTimeouts
  for (const timeouts of Object.values(databaseTimeouts)) Object.assign(timeouts, NO_TIMEOUTS)
  Object.assign(requestTimeouts, { handlerMs: MAX_TIMER_MS })
  afterAll(() => {
    Object.assign(databaseTimeouts.service, service)
    Object.assign(databaseTimeouts.owner, owner)
    Object.assign(requestTimeouts, { handlerMs })
  })
}
