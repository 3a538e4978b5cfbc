import type { DueSteps, Step } from '../../billing/due-work.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { Schedule } from '../../model/schedule.ts'
import { endSchedule, enterPhase } from './enter-phase.ts'

/** The due steps of schedules. */
export const stepsOfSchedules: DueSteps = function* (account, isMine) {
  for (const schedule of account.schedules.values()) {
    if (!isMine(schedule.customer)) continue
    const step = nextStepOf(account, schedule)
    if (step !== null) yield step
  }
}

/** The next phase of a schedule, or its end; null when nothing further happens. */
export function nextStepOf({ subscriptions }: StripeAccount, schedule: Schedule): Step | null {
  const { phases, enteredAt, status } = schedule
  if (status !== 'active' && status !== 'not_started') return null
  const subscription = subscriptions.get(schedule.subscription ?? '')
  // Nothing is left to be changed of one that expired before it was paid.
  if (subscription !== undefined && subscription.endedAt !== null) return null
  const next = phases.find(({ startDate }) => enteredAt === null || startDate > enteredAt)
  if (next !== undefined) {
    return { at: next.startDate, run: (work) => enterPhase(work, schedule, next) }
  }
  const end = phases.at(-1)?.endDate
  return end === undefined ? null : { at: end, run: (work) => endSchedule(work, schedule) }
}
