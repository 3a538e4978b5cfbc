import { advance } from '@goodword/sandbox/clock/advance'
import { deliverDue } from '@goodword/sandbox/webhooks/deliver-due'
import { nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Sandbox } from '../start.ts'
import { notifyCheck } from '../webhooks/notify.ts'
import { sdkFor } from './given-merchant.ts'

const DAY_MS = 86_400_000

/** Subscriptions whose two months make the gateway send a notification of every kind. */
export async function sendEveryKind(sandbox: Sandbox, merchant: Merchant): Promise<void> {
  const sdk = sdkFor(sandbox, merchant)
  const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const paymentMethodToken = customer.paymentMethods?.[0]?.token ?? ''
  const subscribe = async (more: object) => {
    const made = await sdk.subscription.create({ paymentMethodToken, planId: 'monthly', ...more })
    if (!made.success) throw new Error(made.message)
    return made.subscription
  }
  const cancelled = await subscribe({})
  await sdk.subscription.cancel(cancelled.id)
  await subscribe({ trialPeriod: true, trialDuration: 3, trialDurationUnit: 'day' })
  await subscribe({ numberOfBillingCycles: 1 })
  await subscribe({ discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '40.00' }] } })
  const declined = await subscribe({ id: 'declined' })
  merchant.faults.push({
    id: 'empty card',
    match: { method: null, path: null },
    from: 1,
    times: null,
    probability: 1,
    action: { kind: 'decline', code: '2001', token: null, subscriptionId: declined.id },
    seen: 0,
    hits: 0,
  })
  const disputed = async (evidence: string | null) => {
    const amount = `${merchant.disputes.size + 1}.00`
    await sdk.transaction.sale({
      amount,
      creditCard: { number: '4023898493988028', expirationDate: '12/2031' },
    })
    const dispute = Array.from(merchant.disputes.keys()).at(-1) ?? ''
    if (evidence !== null) await sdk.dispute.addTextEvidence(dispute, { content: evidence })
    return dispute
  }
  await sdk.dispute.accept(await disputed(null))
  await sdk.dispute.finalize(await disputed('compelling_evidence'))
  await sdk.dispute.finalize(await disputed('our side of the story'))
  await disputed(null)
  await advance(sandbox.gateway, merchant, nowOf(sandbox.gateway, merchant) + 40 * DAY_MS)
  for (const destination of merchant.destinations) notifyCheck(sandbox.gateway, merchant, destination)
  await deliverDue(sandbox.gateway, merchant)
}
