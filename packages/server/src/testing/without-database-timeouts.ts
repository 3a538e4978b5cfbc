import { afterAll } from 'vitest'
import { databaseTimeouts } from '../store/driver/timeouts.ts'
import { NO_TIMEOUTS } from './endless.ts'

/**
 * Opens databases without timeouts until the end of the test file that calls it, for tests of what opens databases by
 * itself.
 */
export function withoutDatabaseTimeouts(): void {
  const { service, owner } = structuredClone(databaseTimeouts)
  for (const timeouts of Object.values(databaseTimeouts)) Object.assign(timeouts, NO_TIMEOUTS)
  afterAll(() => {
    Object.assign(databaseTimeouts.service, service)
    Object.assign(databaseTimeouts.owner, owner)
  })
}
