import type { Chance } from './chance.ts'
import { accountEffects, moderationEffects } from './effects.ts'
import type { Answer, Effect, Write } from './write.ts'

/** The calls of a trial's client for one account of its own. It ends early where a write is not acknowledged. */
export type Story = (it: StoryContext) => Promise<void>

export type StoryContext = {
  /** Used only once, so that every effect has one cause. */
  readonly name: string
  /** A code that works. */
  readonly code: string
  readonly chance: Chance
  send(write: Write): Promise<Answer | null>
}

/** A customer arrives with a code, is identified, and pays, in any order of reports. */
export const friendPays: Story = async (it) => {
  const account = `friend_${it.name}`
  if ((await it.send(sync(it, account, { status: 'TRIAL' }, it.code))) === null) return
  const isPaidFirst = it.chance.happens(0.3)
  if (isPaidFirst && (await it.send(sync(it, account, { status: 'PAID', value: 49.9 }))) === null) return
  if ((await it.send(identify(account))) === null) return
  if (!isPaidFirst) await it.send(sync(it, account, { status: 'PAID', value: 49.9 }))
}

/** Attributed and converted in one call, and cancelled. */
export const friendLeaves: Story = async (it) => {
  const account = `leaver_${it.name}`
  if ((await it.send(identify(account))) === null) return
  if ((await it.send(sync(it, account, { status: 'PAID', value: 10 }, it.code))) === null) return
  await it.send(sync(it, account, { status: 'CANCELLED' }))
}

/** Staff decide about the referrer's side, before or after the payment. */
export const friendIsModerated: Story = async (it) => {
  const account = `doubted_${it.name}`
  if ((await it.send(identify(account))) === null) return
  const status = it.chance.happens(0.5) ? 'PAID' : 'TRIAL'
  const answer = await it.send(sync(it, account, { status }, it.code))
  const { id: referralId } = Object(answer?.referral)
  if (referralId === undefined) return
  const decisions = it.chance.happens(0.5) ? ['DENY_REFERRER', 'APPROVE_REFERRER'] : ['DENY_REFERRER']
  await it.send({
    path: '/referrals/moderate',
    body: { actions: decisions.map((action) => ({ referralId, action })) },
    key: keyFor(it, 'moderate'),
    promises: moderationEffects,
    mark: `decided ${account} ${decisions.length === 2 ? 'APPROVED' : 'DENIED'}`,
  })
}

/** An account gets two manual rewards. */
export const accountGetsManualRewards: Story = async (it) => {
  await manualRewards(it, `guest_${it.name}`)
}

/** Part of the first reward is redeemed, and the second is cancelled. */
export const accountSpends: Story = async (it) => {
  const account = `spender_${it.name}`
  const manual = await manualRewards(it, account)
  const [, second] = manual
  if (second === undefined) return
  for (const amount of [10, 11]) {
    const spent = await it.send({
      path: '/credit/redeem',
      body: { accountId: account, unit: 'EUR', amount },
      key: `${it.name}-redeem-${amount}`,
      promises: ({ creditRedeemed }) => [`redeemed ${account} ${creditRedeemed}`],
      mark: `redeemed ${account} ${amount}`,
    })
    if (spent === null) return
  }
  await it.send({
    path: `/reward/${second.id}/cancel`,
    body: null,
    key: keyFor(it, 'cancel'),
    promises: ({ dateCancelled }) => (dateCancelled === null ? [] : [`gift taken back ${account} 501`]),
    mark: `gift taken back ${account} 501`,
  })
}

/** Creates the account first; returns the acknowledged manual rewards. */
async function manualRewards(it: StoryContext, account: string): Promise<readonly Answer[]> {
  if ((await it.send(sync(it, account, { value: 5 }))) === null) return []
  const manual: Answer[] = []
  for (const credit of [500, 501]) {
    const manualReward = await it.send({
      path: '/rewards',
      body: { accountId: account, reward: { type: 'CREDIT', unit: 'EUR', credit } },
      key: `${it.name}-gift-${credit}`,
      promises: () => [`gift ${account} ${credit}`],
      mark: `gift ${account} ${credit}`,
    })
    if (manualReward !== null) manual.push(manualReward)
  }
  return manual
}

/** Half of the writes that may be repeated by state alone carry a key nevertheless. */
function sync(it: StoryContext, account: string, subscription: Subscription, code?: string): Write {
  return {
    path: '/accountsync',
    body: { id: account, subscription, ...(code === undefined ? {} : { referral: { code } }) },
    key: keyFor(it, `sync-${subscription.status ?? 'known'}`),
    promises: accountEffects,
    mark: markOf(account, subscription, code),
  }
}

function markOf(account: string, { status }: Subscription, code: string | undefined): Effect {
  if (status === 'PAID') return `paid ${account}`
  if (status === 'CANCELLED') return `ended ${account}`
  return code === undefined ? `account ${account}` : `referral ${account} ${code}`
}

type Subscription = { readonly status?: 'TRIAL' | 'PAID' | 'CANCELLED'; readonly value?: number }

export function identify(account: string): Write {
  return {
    path: '/open/identify',
    body: { account_id: account, user_id: `${account}_user` },
    key: null,
    promises: ({ userId, referralCode }) => [
      `person ${account}/${userId}`,
      `code ${referralCode} of ${account}/${userId}`,
    ],
    mark: `person ${account}/${account}_user`,
  }
}

function keyFor({ chance, name }: StoryContext, write: string): string | null {
  return chance.happens(0.5) ? `${name}-${write}` : null
}
