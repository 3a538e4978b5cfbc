import { Type } from 'typebox'
import { referralStatus } from '../accounts/account.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'
import { moderationStatus } from '../referrals/referral.ts'

/** The data of all events about a referral. */
export const ReferralData = Type.Object(
  {
    id: recordId('ID of the referral.'),
    referralCodeUsed: Type.String({ description: 'The code that was used, in upper case.' }),
    status: referralStatus('`IN_PROGRESS` means attributed but not yet converted.'),
    referringAccountId: Type.String({ description: 'Your ID for the referrer’s account.' }),
    referrerUserId: Type.String({ description: 'Your ID for the referrer.' }),
    referredAccountId: Type.String({ description: 'Your ID for the friend’s account.' }),
    referredUserId: nullable(
      Type.String({ description: 'Your ID for the first identified user of the friend’s account, or null.' }),
    ),
    referrerModerationStatus: moderationStatus('Moderation status of the referrer’s side.'),
    referredModerationStatus: moderationStatus('Moderation status of the friend’s side.'),
    dateReferralStarted: time('When the friend’s account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  { title: 'ReferralData', description: 'A referral, without personal data.' },
)
export type ReferralData = ShapeOf<typeof ReferralData>

export const exampleReferralData: ReferralData = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  referralCodeUsed: 'BOBT4K9QX',
  status: 'IN_PROGRESS',
  referringAccountId: 'acct_bob',
  referrerUserId: 'user_bob',
  referredAccountId: 'acct_carol',
  referredUserId: 'user_carol',
  referrerModerationStatus: 'APPROVED',
  referredModerationStatus: 'APPROVED',
  dateReferralStarted: 1_780_000_000_000,
  dateConverted: null,
  dateReferralEnded: null,
}
