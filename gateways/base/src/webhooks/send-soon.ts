import { requestAtHand } from '../http/request-at-hand.ts'
import type { Account } from '../model/account.ts'
import type { World } from '../model/world.ts'
import { deliverDue } from './deliver-due.ts'

/** The answers and, for what no request caused, the accounts after which is already going to be sent. */
const awaited = new WeakSet<object>()

/** Sends what is due after the work at hand: after its answer, if it is a request, and otherwise in the next turn. */
export function sendSoon<A extends Account>(world: World<A>, account: A): void {
  const response = requestAtHand(account)?.response
  const after = response ?? account
  if (awaited.has(after)) return
  awaited.add(after)
  const send = () => {
    awaited.delete(after)
    deliverDue(world, account).catch((error) => world.log(`notifications were not sent: ${error}`))
  }
  // A response closes also when it never arrived; one whose client has left has closed before.
  if (response === undefined || response.destroyed) setImmediate(send)
  else response.once('close', send)
}
