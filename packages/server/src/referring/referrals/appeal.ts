import { Refusal } from '@goodword/contract/frame/refusal'
import { canAppeal } from '@goodword/domain/moderation/appeal'
import type { ReferralId, TenantId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Context } from '../../frame/context.ts'
import { idOfToken, signedToken } from '../../frame/signed-token.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { reviewTimesOf } from './review-times-of.ts'
import { loadAppeal } from './rows/appeals.ts'
import { findReferrals, type ListedReferralRow } from './rows/referral-list.ts'

/** A referral that is checked, as its referrer may know of it. */
export type HeldReferral = {
  /** When the check ends at the latest; null if no time is set. */
  readonly endsAt: number | null
  readonly isAppealed: boolean
}

const USE = 'write about a held referral'
const ID_BYTES = 16

/** The last part of the link in a notice. It has no time of its own, because it is of no use after the decision. */
export function appealToken(ctx: Context, tenantId: TenantId, id: ReferralId): string {
  return signedToken(ctx, tenantId, USE, Buffer.from(id.replaceAll('-', ''), 'hex'))
}

/** Reads the held referral of a link; null for a link that is none of ours, and after the decision. */
export function readAppeal(ctx: Context, tenantId: TenantId, token: string): Promise<HeldReferral | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const row = await findHeld(ctx, tx, token)
    if (row === null) return null
    const { endsAt } = (await reviewTimesOf(tx, [row]))(row, 'referrer')
    return { endsAt, isAppealed: row.appealed_at !== null }
  })
}

/**
 * Keeps what a referrer has to say about a referral that is checked; the same text again changes nothing.
 *
 * @param text has been checked by the contract
 * @throws Refusal APPEAL_NOT_FOUND or ALREADY_APPEALED
 */
export function appealReferral(
  ctx: Context,
  tenantId: TenantId,
  { token, text }: { readonly token: string; readonly text: string },
): Promise<void> {
  const said = text.trim()
  return ctx.writeTenant(tenantId, async (tx) => {
    const row = await findHeld(ctx, tx, token)
    if (row === null) {
      const message = 'The link does not work any more: the referral is decided, or the link is not complete.'
      throw new Refusal('APPEAL_NOT_FOUND', message, 'token')
    }
    const call = {
      accountId: row.referred_account,
      source: 'server',
      commands: [{ kind: 'appeal' }],
    } as const
    // The author is whose event it is, and their name is kept with their data alone.
    const [tracked] = await trackIn(tx, [
      { call, actor: 'browser', note: { text: said, author: 'referrer' } },
    ])
    if (tracked === undefined) throw new Error('decision of a call not found')
    if (acceptedOf(tracked).outcomes.length > 0) return
    // The answer to the same text may have been lost.
    if ((await loadAppeal(tx, row.referring_account_id, row.id)) === said) return
    throw new Refusal('ALREADY_APPEALED', 'Something was written about this referral already.', 'token')
  })
}

async function findHeld(ctx: Context, tx: TenantTx, token: string): Promise<ListedReferralRow | null> {
  const id = referralOfToken(ctx, tx.tenantId, token)
  if (id === null) return null
  const [row] = await findReferrals(tx, [id])
  if (row === undefined || row.is_replaced) return null
  return canAppeal(moderationIn(row, 'referrer')) ? row : null
}

/** Whether the referrer can appeal: the side waits for staff, and there is no appeal yet. */
export function isOpenToAppeal(row: ListedReferralRow): boolean {
  const isWaiting = row.at_stake_minor !== null && row.ended_at === null
  return isWaiting && row.appealed_at === null && canAppeal(moderationIn(row, 'referrer'))
}

function referralOfToken(ctx: Context, tenantId: TenantId, token: string): ReferralId | null {
  const hex = idOfToken(ctx, tenantId, USE, { token, idBytes: ID_BYTES })?.toString('hex')
  if (hex === undefined) return null
  // The signed value is the ID of a referral.
  return [8, 12, 16, 20].reduceRight(
    (text, at) => `${text.slice(0, at)}-${text.slice(at)}`,
    hex,
  ) as ReferralId
}
