import type { Account } from '../model/account.ts'
import type { ClockId, DoneWork, World } from '../model/world.ts'
import { deliverDue } from '../webhooks/deliver-due.ts'
import { nextNotificationAt } from '../webhooks/journal.ts'

/** The next moment of a clock at which the sandbox has something to do by itself; null while there is nothing. */
export function nextDueAt<A extends Account>(
  { processor }: World<A>,
  account: A,
  clockId: ClockId = null,
): number | null {
  const moments = [processor.nextDueAt(account, clockId), nextNotificationAt(account, clockId)]
  const due = moments.filter((each) => each !== null)
  return due.length === 0 ? null : Math.min(...due)
}

/** Does the work that is due by a clock: first that of the processor, and last the notifications. */
export async function doWhatIsDue<A extends Account>(
  world: World<A>,
  account: A,
  clockId: ClockId,
  now: number,
): Promise<DoneWork> {
  const notificationAt = nextNotificationAt(account, clockId)
  const done = world.processor.doWhatIsDue(world, account, clockId, now)
  await deliverDue(world, account)
  return notificationAt !== null && notificationAt <= now ? 'more' : done
}
