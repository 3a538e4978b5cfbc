import type { Client } from '@goodword/client'
import type { EventType } from '../events/event-types.ts'

/** What a story made: `mark` is in the data of its event and of no other. */
export type Made = { readonly mark: string; readonly accounts: readonly string[] }

/** Makes people of one run, whose IDs no other run has. */
export type Cast = {
  readonly client: Client
  readonly referrer: string
  readonly friend: string
}

type Story = (cast: Cast) => Promise<Made>

const PRICE = 49.9
const REASON = 'Triggered from the command line.'
const CREDIT = { unit: 'USD', amount: 500 } as const

/** How each event is made to happen. Events that are not here need more than the API: a payment processor or a person. */
export const stories: { readonly [Type in EventType]?: Story } = {
  'user.created': async ({ client, friend }) => {
    await identify(client, friend, 'Carol')
    return { mark: friend, accounts: [friend] }
  },
  'referral.started': start,
  'referral.converted': convert,
  'reward.created': convert,
  'referral.ended': async (cast) => {
    const made = await convert(cast)
    await cast.client.syncAccount({ body: { id: cast.friend, subscription: { status: 'CANCELLED' } } })
    return made
  },
  'referral.moderated': async (cast) => {
    const made = await convert(cast)
    const { client, friend } = cast
    const { referrals } = await client.listReferrals({ query: { referredAccountId: friend, limit: 1 } })
    const actions = referrals.map(({ id }) => ({ referralId: id, action: 'DENY_REFERRER' as const }))
    await client.moderateReferrals({ body: { actions } })
    return made
  },
  'reward.balance.changed': giveCredit,
  'reward.cancelled': async (cast) => {
    const { rewardId, ...made } = await giveCredit(cast)
    await cast.client.cancelReward({ params: { rewardId }, body: {} })
    return made
  },
  'reward.redeemed': async (cast) => {
    const made = await giveCredit(cast)
    await cast.client.redeemCredit({ body: { accountId: cast.referrer, ...CREDIT } })
    return made
  },
  'account.blocked': block,
  'account.unblocked': async (cast) => {
    const made = await block(cast)
    await cast.client.unblockAccount({ params: { accountId: cast.referrer }, body: { reason: REASON } })
    return made
  },
  'export.completed': async ({ client }) => {
    const { id } = await client.createExport({ body: { kind: 'users', format: 'csv' } })
    return { mark: id, accounts: [] }
  },
}

async function start({ client, referrer, friend }: Cast): Promise<Made> {
  const { referralCode } = await identify(client, referrer, 'Bob')
  await client.syncAccount({ body: { id: friend, referral: { code: referralCode } } })
  await identify(client, friend, 'Carol')
  return { mark: friend, accounts: [referrer, friend] }
}

async function convert(cast: Cast): Promise<Made> {
  const made = await start(cast)
  const subscription = { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH' } as const
  await cast.client.syncAccount({
    body: { id: cast.friend, subscription: { ...subscription, value: PRICE } },
  })
  return made
}

async function giveCredit({ client, referrer }: Cast): Promise<Made & { readonly rewardId: string }> {
  await identify(client, referrer, 'Bob')
  const reward = { type: 'CREDIT', unit: CREDIT.unit, credit: CREDIT.amount } as const
  const { id } = await client.giveReward({ body: { accountId: referrer, reward } })
  return { mark: referrer, accounts: [referrer], rewardId: id }
}

async function block({ client, referrer }: Cast): Promise<Made> {
  await identify(client, referrer, 'Bob')
  await client.blockAccount({ params: { accountId: referrer }, body: { reason: REASON } })
  return { mark: referrer, accounts: [referrer] }
}

function identify(client: Client, accountId: string, firstName: string) {
  return client.upsertUser({
    body: { accountId, id: `${accountId}_user`, firstName, email: `${accountId}@example.com` },
  })
}
