import { afterAll, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const stories = {
  Braintree: async () => {
    const story = await BillingStory.begin(service)
    return {
      story,
      subscribe: (name: string) => story.subscribe(name, { nonce: 'fake-valid-mastercard-nonce' }),
    }
  },
  Stripe: async () => {
    const story = await StripeStory.begin(service, sandbox)
    return { story, subscribe: (name: string) => story.subscribe(name, { card: 'pm_card_mastercard' }) }
  },
} as const

const held = {
  referrerModerationStatus: 'PENDING',
  referredModerationStatus: 'PENDING',
  fraudSignals: [
    {
      rule: 'SAME_CARD',
      shadow: false,
      facts: { sharedCards: 1 },
      message: expect.stringMatching(
        /^Cards or bank accounts that the friend’s and the referrer’s accounts have in common: 1\./,
      ),
    },
  ],
}

test.for(Object.entries(stories))(
  'two customers of %s with the same card are held on both sides, whoever is seen with it first',
  async ([, begin]) => {
    const { story, subscribe } = await begin()
    const code = await story.user('ada')
    await story.user('bob')
    await story.user('cyd')
    const [bob, ada, cyd] = [await subscribe('bob'), await subscribe('ada'), await subscribe('cyd')]
    await story.link(bob, code)
    await story.bind(ada)
    await story.link(cyd, code)
    for (const friend of ['bob', 'cyd']) {
      const { referrals } = Object(await story.ok('GET', `/referrals?referredAccountId=${friend}`))
      const [{ fraudSignals, ...referral }] = referrals
      const active = fraudSignals.filter((it: { shadow: boolean }) => !it.shadow)
      expect({ ...referral, fraudSignals: active }).toMatchObject(held)
    }
  },
)
