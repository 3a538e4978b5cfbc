import { nextDueAt } from '../clock/due-work.ts'
import type { Account } from '../model/account.ts'
import type { Notification } from '../model/notification.ts'
import { nowOf, type World } from '../model/world.ts'

/** Things as control APIs show them: moments as ISO times. */

export function clockSummary<A extends Account>(world: World<A>, account: A) {
  return {
    now: isoOf(nowOf(world, account)),
    runs: account.clock.runsSince !== null,
    /** When something is to be done next; null while nothing is. */
    nextDue: isoOf(nextDueAt(world, account)),
  }
}

export function notificationSummary({ body: _, dueAt, createdAt, attempts, ...it }: Notification) {
  return {
    ...it,
    createdAt: isoOf(createdAt),
    dueAt: isoOf(dueAt),
    attempts: attempts.map((attempt) => ({ ...attempt, at: isoOf(attempt.at) })),
  }
}

export function isoOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}
