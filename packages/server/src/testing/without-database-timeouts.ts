import { afterAll } from 'vitest'
import { databaseTimeouts } from '../store/driver/timeouts.ts'
import { NO_TIMEOUTS } from './endless.ts'

/** For tests of what opens databases by itself: until the end of the test file that calls it, none has timeouts. */
export function withoutDatabaseTimeouts(): void {
  const { service, owner } = structuredClone(databaseTimeouts)
  for (const timeouts of Object.values(databaseTimeouts)) Object.assign(timeouts, NO_TIMEOUTS)
  afterAll(() => {
    Object.assign(databaseTimeouts.service, service)
    Object.assign(databaseTimeouts.owner, owner)
  })
}
