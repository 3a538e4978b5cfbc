import { Refusal } from '@goodword/contract/frame/refusal'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { PersonalReason } from '../../frame/acting-caller.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context } from '../../frame/context.ts'
import type { Timed } from '../../frame/page.ts'
import { findAccount } from '../../tracking/erased/erased-account.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { completeReferrals, type ReferralDetails } from './referral-details.ts'
import { findReferrals } from './rows/referral-list.ts'

export type AttributionByHand = {
  readonly code: ReferralCode
  readonly referredAccountId: AccountId
  readonly allowsExistingCustomer: boolean
  readonly reason: PersonalReason
}

/** The referral, and whether the call started it. */
export type AttributedByHand = Timed<{ readonly referral: ReferralDetails; readonly isNew: boolean }>

/**
 * Attributes a known account to the owner of a code after the fact. The same code again changes nothing.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND, REFERRAL_CODE_NOT_FOUND, SELF_REFERRAL, ALREADY_REFERRED, EXISTING_CUSTOMER,
 * ACCOUNT_BLOCKED or PROGRAM_INACTIVE
 */
export function attributeByHand(
  ctx: Context,
  tenantId: TenantId,
  { code, referredAccountId, allowsExistingCustomer, reason }: AttributionByHand,
): Promise<AttributedByHand> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const friend = await findAccount(tx, referredAccountId)
    if (friend === null) throw accountNotFound(referredAccountId)
    const { text, author, actor } = reason
    const command = { kind: 'attributeByHand', code, allowsExistingCustomer } as const
    const call = { accountId: friend.external_id, source: 'server', commands: [command] } as const
    const [tracked] = await trackIn(tx, [{ call, actor, note: { text, author } }])
    if (tracked === undefined) throw new Error('decision of a call not found')
    const { account, outcomes } = acceptedOf(tracked)
    if (account.referral === null) throw new Error('referral not found after attribution')
    const [referral] = await completeReferrals(tx, await findReferrals(tx, [account.referral.id]))
    if (referral === undefined) throw new Error('referral not found after attribution')
    const isNew = outcomes.some((it) => it.type === 'referral.started')
    if (isNew) noteRequest(tx, ctx, { referralId: referral.id, accountKey: account.key })
    return { referral, isNew, now: tx.now }
  })
}

function accountNotFound(id: AccountId): Refusal {
  const message = `No such account: ${id}. Create it with POST accountsync first.`
  return new Refusal('ACCOUNT_NOT_FOUND', message, 'referredAccountId')
}
