import { programDefaults } from '@goodword/contract/program/program'
import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ReferralId, TenantId, UserId } from '@goodword/domain/values/ids'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { findMerchantName } from '../../frame/rows/directory.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { acceptedOf, track } from '../../tracking/track.ts'
import { insertTenantKeys } from '../keys/tenant-keys.ts'
import { insertPair, type NamedKeys, type TenantPair } from '../tenants/create-tenant.ts'
import { DEMO_ALIAS, loadDemoKeys } from './demo-keys.ts'

const referrers = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Linus', 'Pauling'],
] as const

const friend = ['Carol', 'Sample'] as const

/** The demo merchant's tenants with their keys and the people to try things out on. */
export type Demo = { readonly live: DemoTenant; readonly test: DemoTenant }

export type DemoTenant = NamedKeys & { readonly users: DemoUsers }

export const DEMO_MERCHANT = 'Demo merchant'

/** The colors of the example shop. */
const theme = { accentColor: '#a4431f', darkBackgroundColor: '#26201b' }

/** Where share links lead until a shop is there. */
export const DEMO_LANDING_PAGE = 'https://www.example.com/welcome'

/**
 * Creates the demo merchant, or completes what an earlier start left unfinished: its keys first, which are a file, then
 * everything that they open. Null when the alias belongs to a merchant of the operator's own.
 */
export async function ensureDemo(ctx: Context, dataDir: string): Promise<Demo | null> {
  const pair = await loadDemoKeys(dataDir)
  const isOurs = await inDirectory(ctx.db, (tx) => ensureTenants(tx, ctx, pair))
  if (!isOurs) return null
  const [live, test] = await Promise.all(
    [pair.live, pair.test].map((keys) => createDemoUsers(ctx, keys.alias)),
  )
  if (live === undefined || test === undefined) throw new Error('live or test tenant of the demo not found')
  return { live: { ...pair.live, users: live }, test: { ...pair.test, users: test } }
}

async function ensureTenants(tx: DirectoryTx, ctx: Context, pair: TenantPair): Promise<boolean> {
  const merchant = await findMerchantName(tx, pair.live.alias)
  if (merchant === null) {
    const settings = {
      ...programDefaults,
      // The people of the demo are made up.
      showReferrerName: true,
      name: `Referrals of ${DEMO_ALIAS}`,
      publicName: 'Larkfield Coffee',
      landingPage: DEMO_LANDING_PAGE,
      theme,
    }
    await insertPair(tx, ctx, pair, DEMO_MERCHANT, settings)
    return true
  }
  if (merchant !== DEMO_MERCHANT) return false
  // The file was lost and made anew: the tenants take its keys beside those that they have.
  for (const { alias, ...keys } of [pair.live, pair.test]) {
    await insertTenantKeys(tx, ctx, alias, keys)
  }
  return true
}

/** Someone of the demo, as the curls name them. */
type DemoUser = {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly name: string
  readonly code: ReferralCode
}

type DemoUsers = {
  readonly referrers: readonly [DemoUser, ...DemoUser[]]
  /** Came with the code of the first referrer, and has not paid at first. */
  readonly friend: DemoUser
  /** Null when the program was switched off before the friend came. */
  readonly referralId: ReferralId | null
}

/**
 * Makes the people of the demo known, three who refer and one who was referred. They speak as browsers do, which fills
 * what is empty and overwrites nothing: a repeat keeps what was changed since.
 */
async function createDemoUsers(ctx: Context, tenantId: TenantId): Promise<DemoUsers> {
  const [first, ...others] = referrers
  const people = [await addUser(ctx, tenantId, first)] as const
  const more = await Promise.all(others.map((name) => addUser(ctx, tenantId, name)))
  const { code } = people[0].user
  const referred = await addUser(ctx, tenantId, friend, code)
  return {
    referrers: [people[0].user, ...more.map((it) => it.user)],
    friend: referred.user,
    referralId: referred.referralId,
  }
}

type Introduced = { readonly user: DemoUser; readonly referralId: ReferralId | null }

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
    // As a signed call does, so that friends see who invited them; later changes stay.
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
  const user = account.users.find((it) => it.id === userId)
  if (user === undefined) throw new Error('user not found after identification')
  const demoUser = { accountId, userId, name: firstName, code: user.code }
  return { user: demoUser, referralId: account.referral?.id ?? null }
}
