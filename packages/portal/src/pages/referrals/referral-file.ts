import type { Referral } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { accountName, personName } from '../../format/person-name.ts'

/** The list of referrals as a file: the names of an export, and those of the people. */
export const referralFile: Columns<Referral> = {
  referrer: (it) => personName(it.referrerUser),
  friend: (it) => accountName(it.referredAccountId, it.referredUser),
  referralCode: (it) => it.referralCodeUsed,
  status: (it) => it.status,
  referrerModerationStatus: (it) => it.referrerModerationStatus,
  referredModerationStatus: (it) => it.referredModerationStatus,
  dateReferralStarted: (it) => timeCell(it.dateReferralStarted),
  dateConverted: (it) => timeCell(it.dateConverted),
  dateReferralEnded: (it) => timeCell(it.dateReferralEnded),
  referringAccountId: (it) => it.referringAccountId,
  referredAccountId: (it) => it.referredAccountId,
  fraudSignals: (it) => it.fraudSignals.map(({ rule }) => rule).join(' '),
  id: (it) => it.id,
}
