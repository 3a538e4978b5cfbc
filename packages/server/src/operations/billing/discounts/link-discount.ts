import { Refusal } from '@goodword/contract/refusal'
import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ProviderId, TenantId } from '@goodword/domain/values/ids'
import { loadConnection } from '../../../store/processor/connections.ts'
import { findAccounts } from '../../../store/tracking/accounts.ts'
import type { Context } from '../../foundation/context.ts'
import type { RunCustomer } from '../../foundation/jobs/run-now.ts'
import { type DiscountReading, readAccountDiscount } from '../../referring/rewards/read-account-discount.ts'
import { acceptedOf } from '../../referring/tracking/track.ts'
import { trackCustomer } from '../../referring/tracking/track-customer.ts'

/** An account, its customer at the payment processor, and the code that it came with; null for a text that can be no code. */
export type DiscountLink = {
  readonly accountId: AccountId
  readonly customerId: ProviderId
  readonly couponCode: ReferralCode | null
}

/** The discount of the account, and whether the call linked anything new. */
export type LinkedDiscount = { readonly reading: DiscountReading; readonly isNew: boolean }

/** The merchant's checkout waits for the answer. */
const LOOK_MS = 2_000

/**
 * Links an account with its customer at the payment processor and attributes it by the code; a code that it was
 * attributed by before stays. Durable once that is committed: what follows at the processor is done by a job. The job runs at
 * once, and is waited for a little, because what the processor shows may say that the customer is not a new one.
 *
 * Throws a Refusal PROCESSOR_NOT_CONNECTED, PROVIDER_ID_TAKEN, REFERRAL_CODE_NOT_FOUND or SELF_REFERRAL.
 */
export async function linkDiscount(
  ctx: Context,
  tenantId: TenantId,
  { accountId, customerId, couponCode }: DiscountLink,
  runCustomer: RunCustomer,
  late = AbortSignal.timeout(LOOK_MS),
): Promise<LinkedDiscount> {
  const wasLinked = await ctx.readTenant(tenantId, async (tx) => {
    const [connection, accounts] = await Promise.all([loadConnection(tx), findAccounts(tx, [accountId])])
    if (connection === null) throw notConnected()
    return accounts[0]?.provider_id === customerId
  })
  const commands: readonly Command[] = [
    { kind: 'bind', providerId: customerId },
    { kind: 'attribute', evidence: 'explicit', code: couponCode },
  ]
  const call = { accountId, source: 'server', commands } as const
  const tracked = await trackCustomer(ctx, tenantId, call, runCustomer)
  const { outcomes } = acceptedOf(tracked)
  const isNew = !wasLinked || outcomes.some((it) => it.type === 'referral.started')
  // A job that waits for a retry keeps its time: the processor has failed just now, as where its circuit is open.
  const run = await runCustomer(tenantId, customerId, late)
  const reading = await readAccountDiscount(ctx, tenantId, accountId, couponCode)
  const isCertain = run === 'UNCHANGED' || run === 'CHANGED' || reading.coupon?.applies === false
  return { reading: isCertain ? reading : { ...reading, coupon: null }, isNew }
}

function notConnected(): Refusal {
  const message =
    'No payment processor is connected to this program. Connect one, or send the code to POST accountsync as referral.code.'
  return new Refusal('PROCESSOR_NOT_CONNECTED', message)
}
