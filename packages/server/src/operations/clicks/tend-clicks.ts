import type { Clock } from '../../platform/clock.ts'
import { dropClickMonth, forgetClickSalts, openClickMonths } from '../../store/click-months.ts'
import type { Database } from '../../store/database.ts'

/**
 * What has to be done beside requests, again and again and by any number of processes: room for clicks to come, old
 * ones away, salts of former days forgotten. What fails keeps nothing else from being done.
 *
 * @throws AggregateError with everything that failed
 */
export async function tendClicks({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const failures: unknown[] = []
  for (const work of [
    () => openClickMonths(db),
    () => dropClickMonth(db, clock.now()),
    () => forgetClickSalts(db),
  ]) {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'clicks could not be tended')
}
