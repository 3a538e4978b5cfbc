import {
  type Client,
  type EventType,
  type ExportRequest,
  eventTypes,
  type SubscriptionUpdate,
} from '@goodword/client'
import type { Overrides, Part } from './overrides.ts'

/** The result of a story: `mark` is in the data of its event and of no other. */
export type Made = { readonly mark: string; readonly accounts: readonly string[] }

/** Makes people of one run, whose IDs no other run has. */
export type Cast = {
  readonly client: Client
  readonly referrer: string
  readonly friend: string
  /** The values that a person set with `--set`. */
  readonly set: Overrides
}

type Story = {
  /** The parts that it sends, for `--set`. */
  readonly parts: readonly Part[]
  readonly run: (cast: Cast) => Promise<Made>
}

const starting = ['referrer', 'friend', 'referral'] as const
const converting = [...starting, 'subscription'] as const
const crediting = ['referrer', 'credit'] as const
const blocking = ['referrer', 'block'] as const

const PRICE = 49.9
const REASON = 'Triggered from the command line.'
const CREDIT = { unit: 'USD', amount: 500 } as const

/** Why the API alone cannot make an event happen; `url` is the address of the service. */
type Reason = (url: string) => string

const needsProcessor: Reason = (url) =>
  `This event needs a connected payment processor, which makes it happen. Connect a sandbox: ${url}/docs/guides/reference/braintree or ${url}/docs/guides/reference/stripe. These need none: ${triggeredTypes.join(', ')}.`

/** How each event is made to happen, or why not. */
export const stories: { readonly [Type in EventType]: Story | Reason } = {
  'user.created': {
    parts: ['friend'],
    run: async (cast) => {
      await identify(cast, 'friend', 'Carol')
      return { mark: cast.friend, accounts: [cast.friend] }
    },
  },
  'referral.started': { parts: starting, run: start },
  'referral.converted': { parts: converting, run: convert },
  'reward.created': { parts: converting, run: convert },
  'referral.ended': {
    parts: converting,
    run: async (cast) => {
      const made = await convert(cast)
      await cast.client.syncAccount({ body: { id: cast.friend, subscription: { status: 'CANCELLED' } } })
      return made
    },
  },
  'referral.moderated': {
    parts: converting,
    run: async (cast) => {
      const made = await convert(cast)
      const { client, friend } = cast
      const { referrals } = await client.listReferrals({ query: { referredAccountId: friend, limit: 1 } })
      const actions = referrals.map(({ id }) => ({ referralId: id, action: 'DENY_REFERRER' as const }))
      await client.moderateReferrals({ body: { actions } })
      return made
    },
  },
  'reward.balance.changed': { parts: crediting, run: giveCredit },
  'reward.cancelled': {
    parts: crediting,
    run: async (cast) => {
      const { rewardId, ...made } = await giveCredit(cast)
      await cast.client.cancelReward({ params: { rewardId }, body: {} })
      return made
    },
  },
  'reward.redeemed': {
    parts: crediting,
    run: async (cast) => {
      const made = await giveCredit(cast)
      const body = { accountId: cast.referrer, ...CREDIT, ...cast.set.credit }
      await cast.client.redeemCredit({ body })
      return made
    },
  },
  'account.blocked': { parts: blocking, run: block },
  'account.unblocked': {
    parts: blocking,
    run: async (cast) => {
      const made = await block(cast)
      await cast.client.unblockAccount({ params: { accountId: cast.referrer }, body: { reason: REASON } })
      return made
    },
  },
  'export.completed': {
    parts: ['export'],
    run: async ({ client, set }) => {
      // The service knows the kinds and formats, and its refusal lists them.
      const body = { kind: 'users', format: 'csv', ...set.export } as ExportRequest
      const { id } = await client.createExport({ body })
      return { mark: id, accounts: [] }
    },
  },
  'referral.appealed': () =>
    'An appeal is written by a referrer, on the page that the e-mail about a held reward leads to.',
  'referral.overdue': () =>
    'A referral is overdue when a side has waited for staff for the "reviewDays" of a program with "reviewEnds": "KEEP". Hold one, and set the test clock forward.',
  'discount.changed': needsProcessor,
  'discount.drifted': needsProcessor,
  'discount.failed': needsProcessor,
  'bill.wrong': needsProcessor,
  'bill.mended': needsProcessor,
  'connection.broken': needsProcessor,
  test: () =>
    'A test event goes to one receiver: send it on the portal’s page of webhooks, or with POST webhooks/{webhookId}/test.',
}

/** The event types that can be triggered. */
export const triggeredTypes = eventTypes.filter((it) => typeof stories[it] !== 'function')

async function start(cast: Cast): Promise<Made> {
  const { client, referrer, friend, set } = cast
  // A code that was set is of a person who is there already.
  const given = set.referral?.code
  const code = given ?? (await identify(cast, 'referrer', 'Bob')).referralCode
  await client.syncAccount({ body: { id: friend, referral: { code } } })
  await identify(cast, 'friend', 'Carol')
  return { mark: friend, accounts: given === undefined ? [referrer, friend] : [friend] }
}

async function convert(cast: Cast): Promise<Made> {
  const made = await start(cast)
  const paid = { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: PRICE }
  // The API refuses a word that is none of its own.
  const subscription = { ...paid, ...cast.set.subscription } as SubscriptionUpdate
  await cast.client.syncAccount({ body: { id: cast.friend, subscription } })
  return made
}

async function giveCredit(cast: Cast): Promise<Made & { readonly rewardId: string }> {
  const { client, referrer, set } = cast
  await identify(cast, 'referrer', 'Bob')
  const { unit, amount } = { ...CREDIT, ...set.credit }
  const { id } = await client.giveReward({
    body: { accountId: referrer, reward: { type: 'CREDIT', unit, credit: amount } },
  })
  return { mark: referrer, accounts: [referrer], rewardId: id }
}

async function block(cast: Cast): Promise<Made> {
  const { client, referrer, set } = cast
  await identify(cast, 'referrer', 'Bob')
  await client.blockAccount({ params: { accountId: referrer }, body: { reason: REASON, ...set.block } })
  return { mark: referrer, accounts: [referrer] }
}

function identify({ client, set, ...cast }: Cast, who: 'referrer' | 'friend', firstName: string) {
  const accountId = cast[who]
  const email = `${accountId.replaceAll(/[^\w.-]/g, '_')}@example.com`
  return client.upsertUser({ body: { accountId, id: `${accountId}_user`, firstName, email, ...set[who] } })
}
