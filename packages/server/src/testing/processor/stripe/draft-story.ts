import type { TestService } from '../../test-service.ts'
import { brokenInvariants } from '../../tracking/tracking-invariants.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import type { Subscriber } from '../processor-story.ts'
import { StripeStory, type StripeSubscribing } from './stripe-story.ts'

export type DraftStory = Awaited<ReturnType<typeof beginDraftStory>>

/**
 * The story for drafts of the local Stripe. Notifications arrive, and time waits for the service, unless `isHeard` is false.
 */
export async function beginDraftStory(service: TestService, sandbox: LocalSandbox, { isHeard = true } = {}) {
  const story = await StripeStory.begin(service, sandbox, {
    plans: {
      weekly: { minor: 7_00, interval: 'week' },
      small: { minor: 1_15, interval: 'month' },
    },
    coupons: { fifth_off: { percent_off: 20, duration: 'forever' } },
  })
  if (isHeard) await story.receiveNotifications(story.tenant.hook)
  const { sdk, control } = story.tenant.shop
  // An endpoint that does not take notifications would hold drafts.
  if (!isHeard)
    for (const { id } of (await sdk.webhookEndpoints.list()).data) await sdk.webhookEndpoints.del(id)
  let keys = 0
  const reward = async (accountId: string, terms: object) => {
    keys += 1
    return story.ok('POST', '/rewards', { accountId, reward: terms }, { 'idempotency-key': `reward-${keys}` })
  }
  return {
    story,
    sdk,
    control,
    join: async (name: string, subscribing: StripeSubscribing = {}) => {
      const subscriber = await story.subscribe(name, subscribing)
      await story.user(name)
      await story.bind(subscriber)
      return subscriber
    },
    percent: (name: string, discountPercent = 10) => reward(name, { type: 'PCT_DISCOUNT', discountPercent }),
    credit: (name: string, credit: number) => reward(name, { type: 'CREDIT', unit: 'USD', credit }),
    /** The totals of a subscription's invoices, with the states of unpaid ones. */
    totals: async ({ subscriptionId }: Subscriber) => {
      const { data } = await sdk.invoices.list({ subscription: subscriptionId, limit: 100 })
      return data
        .toReversed()
        .map((it) => `${(it.total / 100).toFixed(2)}${it.status === 'paid' ? '' : ` ${it.status}`}`)
    },
    creditOf: async (name: string) => {
      const { credits } = await story.ok('GET', `/account/${name}/reward`)
      return credits
    },
    holds: () => brokenInvariants(service.owner, story.alias),
    /** Only the clock of the service moves with the processor’s: no notification arrives. */
    passUnheard: async (moment: number) => {
      await story.passTo(moment)
      await story.call('POST', '/test/clock', { now: moment })
    },
  }
}
