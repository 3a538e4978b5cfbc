import { Refusal } from '@goodword/contract/frame/refusal'
import type { Command } from '@goodword/domain/referrals/command'
import { codeInCommand, type UsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, ProviderId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { RunCustomer } from '../../frame/jobs/run-now.ts'
import { lookUpUsedCode, refuseNoCode } from '../../referring/codes/look-up-codes.ts'
import { type NextBillDiscount, readAccountDiscount } from '../../referring/rewards/read-account-discount.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { acceptedOf, type Tracked } from '../../tracking/track.ts'
import { trackCustomer } from '../../tracking/track-customer.ts'
import { loadConnection } from '../rows/connections.ts'

/** An account, its customer at the payment processor, and the code that it came with. */
export type DiscountLink = {
  readonly accountId: AccountId
  readonly customerId: ProviderId
  readonly coupon: UsedCode
}

/** The discount of the account, and whether the call linked anything new. */
export type LinkedDiscount = { readonly discount: NextBillDiscount; readonly isNew: boolean }

/** The merchant's checkout waits for the answer. */
const LOOK_MS = 2_000

/**
 * Links an account with its customer at the payment processor and attributes it by the code; a code that it was
 * attributed by before stays. Durable once that is committed: what follows at the processor is done by a job. The job runs at
 * once, and is waited for a little, because what the processor shows may say that the customer is not a new one.
 *
 * @throws Refusal PROCESSOR_NOT_CONNECTED, VALIDATION_FAILED, PROVIDER_ID_TAKEN, REFERRAL_CODE_NOT_FOUND or SELF_REFERRAL
 */
export async function linkDiscount(
  ctx: Context,
  tenantId: TenantId,
  { accountId, customerId, coupon }: DiscountLink,
  runCustomer: RunCustomer,
  late = AbortSignal.timeout(LOOK_MS),
): Promise<LinkedDiscount> {
  const wasLinked = await ctx.readTenant(tenantId, async (tx) => {
    const [connection, accounts] = await Promise.all([loadConnection(tx), findAccounts(tx, [accountId])])
    if (connection === null) throw notConnected()
    return accounts[0]?.provider_id === customerId
  })
  // An account that has its code by now could be bound with a text that is none.
  if (coupon.code === null) refuseNoCode(await lookUpUsedCode(ctx, tenantId, coupon), 'couponCode')
  const commands: readonly Command[] = [
    { kind: 'bind', providerId: customerId },
    { kind: 'attribute', evidence: 'explicit', ...codeInCommand(coupon) },
  ]
  const call = { accountId, source: 'server', commands } as const
  const tracked = await trackCustomer(ctx, tenantId, call, runCustomer)
  const { outcomes } = acceptedOf(withOwnField(tracked))
  const isNew = !wasLinked || outcomes.some((it) => it.type === 'referral.started')
  // A job that waits for a retry keeps its time: the processor has failed just now, as where its circuit is open.
  const run = await runCustomer(tenantId, customerId, late)
  const discount = await readAccountDiscount(ctx, tenantId, accountId, coupon)
  const isCertain = run === 'UNCHANGED' || run === 'CHANGED' || discount.coupon?.applies === false
  return { discount: isCertain ? discount : { ...discount, coupon: null }, isNew }
}

/** Tracking names the field of `POST accountsync`. */
function withOwnField(tracked: Tracked): Tracked {
  const { decision } = tracked
  if (decision.kind === 'accepted' || decision.refused.param !== 'referral.code') return tracked
  return { ...tracked, decision: { ...decision, refused: { ...decision.refused, param: 'couponCode' } } }
}

function notConnected(): Refusal {
  const message =
    'No payment processor is connected to this program. Connect one, or send the code to POST accountsync as referral.code.'
  return new Refusal('PROCESSOR_NOT_CONNECTED', message)
}
