import type { Referral } from '@goodword/client'
import { accountName, personName } from '../../format/person-name.ts'

export type Side = 'REFERRER' | 'REFERRED'

type Parties = Pick<Referral, 'referrerUser' | 'referredUser' | 'referredAccountId'>

/** The displayed name of the person of a side. */
export function ownerName({ referrerUser, referredUser, referredAccountId }: Parties, side: Side): string {
  return side === 'REFERRER' ? personName(referrerUser) : accountName(referredAccountId, referredUser)
}

/** "Ada Lovelace’s reward": the subject of a decision. */
export function ownersReward(referral: Parties, side: Side): string {
  return `${ownerName(referral, side)}’s reward`
}
