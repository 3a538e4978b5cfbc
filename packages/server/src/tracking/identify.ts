import { Refusal } from '@goodword/contract/frame/refusal'
import type { Program } from '@goodword/domain/program/program'
import { standingOf } from '@goodword/domain/referrals/account'
import type { Call } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { type Known, repeatsTheKnown } from '@goodword/domain/tracking/identification'
import type { AccountId, TenantId, UserId, UserIds } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../frame/context.ts'
import { programOf } from '../frame/program/program-of.ts'
import { loadProgram } from '../frame/rows/programs.ts'
import { sharedRead } from '../frame/shared-read.ts'
import { type AttributionAnswer, attributionAnswer } from './attribution-answer.ts'
import { recentKeys } from './evidence/recent-keys.ts'
import { type KnownUserRow, loadKnownUsers } from './rows/known-users.ts'
import { userOf } from './rows/users.ts'
import { acceptedOf, type Tracked, track } from './track.ts'

/** A user that a browser identifies, with the sent fields, and whether the merchant's server signed them. */
export type BrowserCall = { readonly userId: UserId; readonly isSigned: boolean; readonly call: Call }

/** The code that the person shares, and what the call came to: for a signed call alone to know. */
export type Identified = {
  readonly code: ReferralCode
  readonly attribution: AttributionAnswer
  /** Whether a code can still refer the account. */
  readonly isOpen: boolean
  /** Nothing is stored of an erased person. */
  readonly isErased: boolean
}

/**
 * Makes the person known. The most frequent call of all is a page that is loaded again: it is one read and no write.
 * Everything else goes through tracking.
 *
 * @throws Refusal SIGNATURE_REQUIRED for an unsigned call where the program takes none; nothing is stored then
 */
export async function identifyFromBrowser(
  ctx: Context,
  tenantId: TenantId,
  { userId, isSigned, call }: BrowserCall,
): Promise<Identified> {
  const before = await sharedRead(ctx, tenantId, keyOfUser(call.accountId, userId), loadBefore)
  if (before === null) throw new Error('user not found after identification')
  const { program, user, now } = before
  if (program.requireSignedIdentification && !isSigned)
    throw signatureRequired('This program accepts signed calls only.')
  const isKnown = user !== null && repeatsTheKnown(knownOf(user), call, program)
  if (isKnown && hasOnlyRecentKeys(ctx, call, now)) {
    const referred = { referralCode: user.referral_code, paidAt: user.paid_at }
    const isOpen = user.referral_code === null && user.paid_at === null
    return { code: user.code, attribution: attributionAnswer(call, [], referred), isOpen, isErased: false }
  }
  return identifiedBy(await track(ctx, tenantId, { call, actor: 'browser' }), userId, call)
}

/** The stored state before a call is tracked. */
type Before = { readonly program: Program; readonly user: KnownUserRow | null; readonly now: number }

async function loadBefore(tx: Transaction, keys: readonly string[]): Promise<ReadonlyMap<string, Before>> {
  const [rows, stored] = await Promise.all([loadKnownUsers(tx, keys.map(userOfKey)), loadProgram(tx)])
  const program = programOf(stored.settings, stored.is_processor_connected)
  const users = new Map(rows.map((row) => [keyOfUser(row.account, row.external_id), row]))
  return new Map(keys.map((key) => [key, { program, user: users.get(key) ?? null, now: tx.now }]))
}

/** Whether the account was seen with all keys of the call within a day, as far as this process knows. */
function hasOnlyRecentKeys(ctx: Context, { accountId, observed }: Call, now: number): boolean {
  const recent = ctx.singleton(recentKeys)
  return (observed?.keys ?? []).every((it) => it.isPrevious === true || recent.has(accountId, it.key, now))
}

function identifiedBy(tracked: Tracked, userId: UserId, call: Call): Identified {
  const { account, outcomes } = acceptedOf(tracked)
  const user = account.users.find((it) => it.id === userId)
  if (user === undefined) throw new Error('user not found after identification')
  const referred = { referralCode: account.referral?.code ?? null, paidAt: account.paidAt }
  return {
    code: user.code,
    attribution: attributionAnswer(call, outcomes, referred),
    isOpen: standingOf(account) === 'open',
    isErased: tracked.isErased === true,
  }
}

export function signatureRequired(why: string): Refusal {
  return new Refusal(
    'SIGNATURE_REQUIRED',
    `${why} Sign a JSON Web Token for the user on your server, and send it as "jwt" or in the header "Authorization: Bearer".`,
  )
}

function knownOf(row: KnownUserRow): Known {
  return {
    users: [userOf(row)],
    providerId: row.provider_id,
    claimedProviderId: row.claimed_provider_id,
    browserPaid: row.browser_paid,
    paidAt: row.paid_at,
    isUnconfirmed: row.unconfirmed_at !== null,
    referralCode: row.referral_code,
    isReferralFromPage: row.from_page === true,
  }
}

// Reads of one batch are distinguished by one text; IDs may contain any character, so it is JSON.
function keyOfUser(accountId: AccountId, userId: UserId): string {
  return JSON.stringify([accountId, userId])
}

function userOfKey(key: string): UserIds {
  const [accountId, userId] = JSON.parse(key) as [AccountId, UserId]
  return { accountId, userId }
}
