import type { Context } from '../../frame/context.ts'
import { deleteClickSalts, dropClickMonth, openClickMonths } from './rows/clicks.ts'

/**
 * Maintenance of click partitions, repeated by any number of processes: creates the partitions of the next months, drops
 * old ones, and deletes the salts of former days. A failure of one part does not stop the others.
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
