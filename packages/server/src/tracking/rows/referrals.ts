import { likelyRules, possibleRules } from '@goodword/domain/fraud/possible-rules'
import { reviewSince } from '@goodword/domain/moderation/review-period'
import { outstandingUntil } from '@goodword/domain/moderation/unsigned-conversion'
import type { Account, Moderation, Referral } from '@goodword/domain/referrals/account'
import { referralStatus } from '@goodword/domain/referrals/account'
import type { AccountId, AccountKey, ProviderId, UserId, UserKey } from '@goodword/domain/values/ids'
import { joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { type OwnersPrice, ownersPrice } from './owners-price.ts'

export type ReferralRow = Tables['referral'] & {
  referring_account: AccountId
  referring_user: UserId
  referring_provider_id: ProviderId | null
  referring_claimed_provider_id: ProviderId | null
  referring_blocked_at: number | null
} & OwnersPrice<'referring'>

/** The columns of a `ReferralRow`, of tables that the statement calls `r`, and `p` and `a` for the referrer. */
export const referralColumns = `${columnList('r', 'referral')}, a.external_id as referring_account,
  a.provider_id as referring_provider_id, a.claimed_provider_id as referring_claimed_provider_id,
  a.blocked_at as referring_blocked_at, ${ownersPrice('referring')}, p.external_id as referring_user`

/** The joins for these columns. */
export const referrerJoins = `${joinByKey('account_user p', 'id', 'r.referring_user_id')}
${joinByKey('account a', 'id', 'r.referring_account_id')}`

const ofReferred = statement(
  'referral.of_referred_accounts',
  `
select ${referralColumns}
from unnest($2::uuid[]) as those(id)
${joinByKey('referral r', 'referred_account_id', 'those.id', 'not r.is_replaced')}
${referrerJoins}`,
)

/** The referrals of these referred accounts; an account has one at most. */
export function loadReferrals(tx: TenantTx, referred: readonly AccountKey[]): Promise<ReferralRow[]> {
  return tx.rows(ofReferred, [referred])
}

const insert = rowInsert('referral')
const update = rowUpdate('referral', [
  'code',
  'referred_account_id',
  'referring_account_id',
  'referring_user_id',
  'started_at',
  'is_by_hand',
  'channel',
])

export type ReferredAccount = Account & { readonly referral: Referral }

/** Returns the amount at stake of the referral of an account; null while staff have nothing to decide about it. */
export type AtStakeOf = (account: ReferredAccount) => number | null

export function insertReferrals(
  tx: TenantTx,
  accounts: readonly ReferredAccount[],
  atStakeOf: AtStakeOf,
): void {
  sendRows(
    tx,
    insert,
    accounts.map((it) => toRow(it, atStakeOf(it))),
  )
}

export function updateReferrals(
  tx: TenantTx,
  accounts: readonly ReferredAccount[],
  atStakeOf: AtStakeOf,
): void {
  sendRows(
    tx,
    update,
    accounts.map((it) => toRow(it, atStakeOf(it))),
  )
}

/** The user that a referral shows as the friend: the first identified one of the account. */
export function firstIdentified(account: Account): UserKey | null {
  return account.users[0]?.key ?? null
}

/** How a side of a stored referral is decided. */
export function moderationIn(
  row: Omit<Tables['referral'], 'tenant_id'>,
  side: 'referred' | 'referrer',
): Moderation {
  const decidedAt = row[`${side}_moderated_at`]
  const decidedAs = row[`${side}_moderated_as`]
  return {
    status: row[`${side}_moderation`],
    by: row[`${side}_moderated_by`],
    ...(decidedAt === null ? {} : { decidedAt }),
    ...(decidedAs === null ? {} : { decidedAs }),
  }
}

function toRow(account: ReferredAccount, atStake: number | null): RowOf<'referral'> {
  const { referral } = account
  return {
    id: referral.id,
    code: referral.code,
    referred_account_id: account.key,
    referring_account_id: referral.referrer.accountKey,
    referring_user_id: referral.referrer.userKey,
    status: referralStatus(referral),
    referred_user_id: firstIdentified(account),
    referred_moderation: referral.referred.moderation.status,
    referred_moderated_by: referral.referred.moderation.by,
    referred_moderated_at: referral.referred.moderation.decidedAt ?? null,
    referred_moderated_as: referral.referred.moderation.decidedAs ?? null,
    referrer_moderation: referral.referring.moderation.status,
    referrer_moderated_by: referral.referring.moderation.by,
    referrer_moderated_at: referral.referring.moderation.decidedAt ?? null,
    referrer_moderated_as: referral.referring.moderation.decidedAs ?? null,
    signals: JSON.stringify(referral.signals),
    facts: JSON.stringify(referral.facts),
    possible_rules: possibleRules(referral.facts),
    likely_rules: likelyRules(referral.facts),
    is_by_hand: referral.isByHand,
    channel: referral.channel,
    link_seen_at: referral.linkSeenAt,
    from_page: referral.isFromPage,
    unconfirmed_user_id: referral.unconfirmedUser,
    is_replaced: referral.id === account.replaced?.id,
    outstanding_until: outstandingUntil(referral),
    review_since: reviewSince(referral),
    at_stake_minor: atStake,
    reviewed_at: referral.latestReview?.at ?? null,
    review_waited_ms: referral.latestReview?.waitedMs ?? null,
    appealed_at: referral.appealedAt,
    reminded_at: referral.remindedAt,
    started_at: referral.startedAt,
    converted_at: referral.convertedAt,
    unconfirmed_at: referral.unconfirmedAt,
    ended_at: referral.endedAt,
  }
}

/** A referral that an account made, as far as a block of the account concerns it. */
export type MadeReferralRow = Pick<
  Tables['referral'],
  'id' | 'status' | 'referrer_moderation' | 'referrer_moderated_by'
> & { referred_account: AccountId }

const made = statement(
  'referral.made_by',
  `
select r.id, r.status, r.referrer_moderation, r.referrer_moderated_by, f.external_id as referred_account
from (
  select x.*
  from referral x
  where x.tenant_id = $1
    and x.referring_account_id = $2
    and x.id > $3::uuid
  order by x.referring_account_id, x.id
  limit $4
) as r
${joinByKey('account f', 'id', 'r.referred_account_id')}
order by r.id`,
)

/** Referrals that an account made, oldest first, after one of them. */
export function listMadeReferrals(
  tx: TenantTx,
  account: AccountKey,
  after: string,
  limit: number,
): Promise<MadeReferralRow[]> {
  return tx.rows(made, [account, after, limit])
}
