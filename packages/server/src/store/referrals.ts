import type {
  Account,
  Moderation,
  ModerationStatus,
  Referral,
  ReferralStatus,
} from '@goodword/domain/account'
import { referralStatus } from '@goodword/domain/account'
import type { FraudSignal } from '@goodword/domain/fraud'
import type {
  AccountId,
  AccountKey,
  ParticipantKey,
  ProviderId,
  ReferralId,
  UserId,
} from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { joinByKey } from './driver/by-key.ts'
import { type Row, rowInsert, rowUpdate, sendRows } from './driver/rows.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'

export type ReferralRow = {
  id: ReferralId
  code: ReferralCode
  referred_account_id: AccountKey
  referring_account_id: AccountKey
  referring_participant_id: ParticipantKey
  referring_account: AccountId
  referring_user: UserId
  referring_provider_id: ProviderId | null
  referring_claimed_provider_id: ProviderId | null
  status: ReferralStatus
  referred_moderation: ModerationStatus
  referred_moderated_by: Moderation['by']
  referrer_moderation: ModerationStatus
  referrer_moderated_by: Moderation['by']
  signals: FraudSignal[]
  started_at: number
  converted_at: number | null
  unconfirmed_at: number | null
  ended_at: number | null
}

const changing = {
  status: 'text',
  referred_participant_id: 'uuid',
  referred_moderation: 'text',
  referred_moderated_by: 'text',
  referrer_moderation: 'text',
  referrer_moderated_by: 'text',
  signals: 'jsonb',
  converted_at: 'timestamptz',
  unconfirmed_at: 'timestamptz',
  ended_at: 'timestamptz',
} as const
const columns = {
  id: 'uuid',
  code: 'text',
  referred_account_id: 'uuid',
  referring_account_id: 'uuid',
  referring_participant_id: 'uuid',
  ...changing,
  started_at: 'timestamptz',
} as const

const ofReferred = statement(
  'referral.of_referred_accounts',
  `
select r.id, r.code, r.referred_account_id, r.referring_account_id, r.referring_participant_id,
  a.external_id as referring_account, a.provider_id as referring_provider_id,
  a.claimed_provider_id as referring_claimed_provider_id,
  p.external_id as referring_user, r.status, r.referred_moderation, r.referred_moderated_by, r.referrer_moderation,
  r.referrer_moderated_by, r.signals, r.started_at, r.converted_at,
  r.unconfirmed_at, r.ended_at
from unnest($2::uuid[]) as those(id)
${joinByKey('referral r', 'referred_account_id', 'those.id')}
${joinByKey('participant p', 'id', 'r.referring_participant_id')}
${joinByKey('account a', 'id', 'r.referring_account_id')}`,
)

/** The referrals of these referred accounts; an account has one at most. */
export function loadReferrals(tx: TenantTx, referred: readonly AccountKey[]): Promise<ReferralRow[]> {
  return tx.rows(ofReferred, [referred])
}

const insert = rowInsert('referral', columns)
const update = rowUpdate('referral', columns, changing)

export type ReferredAccount = Account & { readonly referral: Referral }

export function insertReferrals(tx: TenantTx, accounts: readonly ReferredAccount[]): void {
  sendRows(tx, insert, accounts.map(toRow))
}

export function updateReferrals(tx: TenantTx, accounts: readonly ReferredAccount[]): void {
  sendRows(tx, update, accounts.map(toRow))
}

/** Whom a referral shows as the friend: the first person of the account who was identified. */
export function firstIdentified(account: Account): ParticipantKey | null {
  return account.participants[0]?.key ?? null
}

function toRow(account: ReferredAccount): Row<typeof columns> {
  const { referral } = account
  return {
    id: referral.id,
    code: referral.code,
    referred_account_id: account.key,
    referring_account_id: referral.referrer.accountKey,
    referring_participant_id: referral.referrer.participantKey,
    status: referralStatus(referral),
    referred_participant_id: firstIdentified(account),
    referred_moderation: referral.referred.moderation.status,
    referred_moderated_by: referral.referred.moderation.by,
    referrer_moderation: referral.referring.moderation.status,
    referrer_moderated_by: referral.referring.moderation.by,
    signals: JSON.stringify(referral.signals),
    started_at: referral.startedAt,
    converted_at: referral.convertedAt,
    unconfirmed_at: referral.unconfirmedAt,
    ended_at: referral.endedAt,
  }
}
