import { deleteClickSalts, dropClickMonth, openClickMonths } from '../../store/clicks/click-months.ts'
import type { Context } from '../context.ts'

/**
 * What has to be done beside requests, again and again and by any number of processes: room for clicks to come, old
 * ones away, salts of former days forgotten. What fails keeps nothing else from being done.
 *
 * @throws AggregateError with everything that failed
 */
export async function maintainClickPartitions({ db, clock }: Context): Promise<void> {
  const failures: unknown[] = []
  for (const work of [
    () => openClickMonths(db),
    () => dropClickMonth(db, clock.now()),
    () => deleteClickSalts(db),
  ]) {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'maintenance of click partitions failed')
}
