import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { requestAtHand } from '../protocol/request-at-hand.ts'
import { deliverDue } from './deliver-due.ts'

/** The answers and, for what no request caused, the merchants after which is already going to be sent. */
const awaited = new WeakSet<object>()

/** Sends what is due after the work at hand: after its answer, if it is a request, and otherwise in the next turn. */
export function sendSoon(gateway: Gateway, merchant: Merchant): void {
  const response = requestAtHand(merchant)?.response
  const after = response ?? merchant
  if (awaited.has(after)) return
  awaited.add(after)
  const send = () => {
    awaited.delete(after)
    deliverDue(gateway, merchant).catch((error) => gateway.log(`notifications were not sent: ${error}`))
  }
  // A response closes also when it never arrived; one whose client has left has closed before.
  if (response === undefined || response.destroyed) setImmediate(send)
  else response.once('close', send)
}
