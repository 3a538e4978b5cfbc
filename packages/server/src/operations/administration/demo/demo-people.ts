import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ReferralId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Context } from '../../foundation/context.ts'
import { newcomer } from '../../referring/tracking/newcomer.ts'
import { acceptedOf, track } from '../../referring/tracking/track.ts'

/** Someone of the demo, as the curls name them. */
export type DemoPerson = {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly name: string
  readonly code: ReferralCode
}

export type DemoPeople = {
  readonly referrers: readonly [DemoPerson, ...DemoPerson[]]
  /** Came with the code of the first referrer, and has not paid at first. */
  readonly friend: DemoPerson
  /** Null when the program was switched off before the friend came. */
  readonly referralId: ReferralId | null
}

const referrers = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Linus', 'Pauling'],
] as const
const friend = ['Carol', 'Sample'] as const

/**
 * Makes the people of the demo known, three who refer and one who was referred. They speak as browsers do, which fills
 * what is empty and overwrites nothing: a repeat keeps what was changed since.
 */
export async function createDemoPeople(ctx: Context, tenantId: TenantId): Promise<DemoPeople> {
  const [first, ...others] = referrers
  const people = [await addUser(ctx, tenantId, first)] as const
  const more = await Promise.all(others.map((name) => addUser(ctx, tenantId, name)))
  const { code } = people[0].person
  const referred = await addUser(ctx, tenantId, friend, code)
  return {
    referrers: [people[0].person, ...more.map((it) => it.person)],
    friend: referred.person,
    referralId: referred.referralId,
  }
}

type Introduced = { readonly person: DemoPerson; readonly referralId: ReferralId | null }

async function addUser(
  ctx: Context,
  tenantId: TenantId,
  [firstName, lastName]: readonly [string, string],
  referredBy?: ReferralCode,
): Promise<Introduced> {
  const handle = firstName.toLowerCase()
  // Ids as a merchant would give them; these satisfy the rules for such ids.
  const accountId = `acct_${handle}` as AccountId
  const userId = `user_${handle}` as UserId
  const commands: Command[] = [
    // As a signed call does, so that friends see who invited them; what was changed since stays.
    { kind: 'identify', userId, newcomer: newcomer(ctx), verified: true },
    {
      kind: 'identify',
      userId,
      email: `${handle}@example.com`,
      firstName,
      lastName,
      newcomer: newcomer(ctx),
    },
  ]
  if (referredBy !== undefined)
    commands.push({ kind: 'attribute', evidence: 'explicit', code: referredBy, userId })
  const call = { accountId, source: 'browser', commands } as const
  const { account } = acceptedOf(await track(ctx, tenantId, { call, actor: 'browser' }))
  const participant = account.participants.find((it) => it.id === userId)
  if (participant === undefined) throw new Error('user not found after identification')
  const person = { accountId, userId, name: firstName, code: participant.code }
  return { person, referralId: account.referral?.id ?? null }
}
