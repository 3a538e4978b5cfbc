import { emit } from '../events/emit.ts'
import type { CheckoutSession } from '../model/session.ts'
import { sessionJson } from '../objects/session-json.ts'
import type { Work } from '../work.ts'

/** Ends a session that was not completed, by request or in time. */
export function expireSession(work: Work, session: CheckoutSession): void {
  session.status = 'expired'
  emit(work, 'checkout.session.expired', { object: sessionJson(work.account, session) })
}
