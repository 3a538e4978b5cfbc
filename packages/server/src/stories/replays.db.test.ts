import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { acceptRequest } from '../billing/notifications/accept-request.ts'
import type { NotificationRequest } from '../connectors/notification.ts'
import { createSecretBox } from '../engine/secrets/secret-box.ts'
import { parseSecretKey } from '../engine/secrets/secret-key.ts'
import { describeReplays, type HeldDiscount } from '../testing/connectors/replays.contract.ts'
import { waitingForLocks } from '../testing/database/waiting-for-locks.ts'
import { BillingStory } from '../testing/processor/billing-story.ts'
import { passThrough } from '../testing/processor/hold-write.ts'
import { type LocalSandbox, startLocalSandbox } from '../testing/processor/local-sandbox.ts'
import type { ProcessorStory } from '../testing/processor/processor-story.ts'
import { STORY_CLOCK } from '../testing/processor/processor-story.ts'
import { signedRequest } from '../testing/processor/signed-request.ts'
import { StripeStory } from '../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../testing/test-service.ts'
import { workerProcesses } from '../testing/workers/worker-processes.ts'

const secretKey = randomBytes(32).toString('hex')
const service = await startTestService({ secretBox: createSecretBox(requiredKey()) })
const { ctx } = service
const workers = workerProcesses('service-worker', {
  address: service.serviceAddress,
  leaseMs: 3000,
  // By another clock the rewards might have ended.
  get now() {
    return service.clock.now
  },
  secretKey,
  kinds: ['NOTIFICATION', 'CUSTOMER'],
})
let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

function partsOf(story: ProcessorStory) {
  return {
    call: (method: 'GET' | 'POST', path: string, body?: object) => story.call(method, path, body),
    runJobs: () => story.runJobs(),
    workers,
  }
}

function requiredKey() {
  const key = parseSecretKey(secretKey)
  if (key === null) throw new Error('the secret key is malformed')
  return key
}

/** A processor that changes subscriptions, and gives no answer to a change while it is held. */
async function slowProcessor(environment: string) {
  let held: { isReached: boolean; readonly released: Promise<void> } | null = null
  const address = await passThrough(environment, {
    after: async ({ method, path }) => {
      if (held === null || method === 'GET' || !/\/subscriptions\/\w+$/.test(path)) return
      held.isReached = true
      await held.released
    },
  })
  const holdDiscount = async (): Promise<HeldDiscount> => {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const now = { isReached: false, released }
    held = now
    return {
      isReached: async () => now.isReached,
      release: async () => {
        held = null
        resolve()
      },
    }
  }
  return { address, holdDiscount }
}

describe('at Braintree', () =>
  describeReplays(async () => {
    const story = await BillingStory.begin(service)
    const { sdk, credentials } = story.tenant.shop
    const { address, holdDiscount } = await slowProcessor(credentials.environment)
    await story.ok('PUT', '/connection', { ...credentials, environment: address })
    const send = (request: NotificationRequest) => () => acceptRequest(ctx, story.alias, request)
    return {
      ...partsOf(story),
      async payingFriend(name, code) {
        const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
        await story.link({ name, customerId: customer.id, subscriptionId: '' }, code)
        const id = await story.addSubscription(customer.paymentMethods?.[0]?.token ?? '', {})
        const event = async (kind: 'subscription_charged_successfully' | 'subscription_went_active') =>
          send(signedRequest(await sdk.webhookTesting.sampleNotification(kind, id)))
        return {
          events: [await event('subscription_charged_successfully'), await event('subscription_went_active')],
          holdDiscount,
          discounts: async () =>
            ((await sdk.subscription.find(id)).discounts ?? []).map((it) => it.amount ?? ''),
        }
      },
    }
  }, '3.00'))

describe('at Stripe', () =>
  describeReplays(async () => {
    const story = await StripeStory.begin(service, sandbox)
    const { sdk, credentials } = story.tenant.shop
    const secret = 'whsec_of_replays'
    const { address, holdDiscount } = await slowProcessor(credentials.environment)
    await story.ok('PUT', '/connection', { ...credentials, environment: address, webhookSecret: secret })
    const send = (event: object) => () => {
      const rawBody = JSON.stringify(event)
      const at = Math.floor(Date.now() / 1000)
      const v1 = createHmac('sha256', secret).update(`${at}.${rawBody}`).digest('hex')
      const headers = { 'stripe-signature': `t=${at},v1=${v1}` }
      return acceptRequest(ctx, story.alias, {
        method: 'POST',
        query: new URLSearchParams(),
        headers,
        rawBody,
      })
    }
    return {
      ...partsOf(story),
      async payingFriend(name, code) {
        const customerId = await story.tenant.shop.addCustomer()
        await story.link({ name, customerId, subscriptionId: '' }, code)
        const id = await story.addSubscription(customerId, {})
        const [paid] = (await sdk.events.list({ type: 'invoice.paid', limit: 1 })).data
        if (paid === undefined) throw new Error('the payment is no event')
        const discounts = async () => {
          const { discounts: found } = await sdk.subscriptions.retrieve(id, {
            expand: ['discounts.source.coupon'],
          })
          return found.map((it) => String(Object(it).source.coupon.percent_off))
        }
        return { events: [send(paid), send({ ...paid, id: `${paid.id}again` })], discounts, holdDiscount }
      },
    }
  }, '10'))

describe('by a system of the merchant’s own', () =>
  describeReplays(async () => {
    const story = await BillingStory.begin(service)
    await story.ok('PUT', '/connection', { processor: 'manual' })
    const date = Date.parse(STORY_CLOCK.now)
    return {
      ...partsOf(story),
      async payingFriend(name, code) {
        await story.ok('POST', '/accountsync', { id: name, referral: { code } })
        const bill = {
          accountId: name,
          subscriptionId: `${name}_plan`,
          date,
          price: 30,
          discount: 3,
        }
        const send = (headers: object) => async () => {
          expect((await story.call('POST', '/bills', bill, headers)).status).toBeLessThan(300)
        }
        return {
          events: [send({}), send({ 'idempotency-key': `other_${name}` })],
          holdDiscount: () => holdBills(story.alias, `${name}_plan`),
          async discounts() {
            const { body } = await story.call('GET', `/discounts?accountId=${name}`)
            return (body.discounts as readonly { readonly actualAmount: number }[]).map((it) =>
              it.actualAmount.toFixed(2),
            )
          },
        }
      },
    }
  }, '3.00'))

/** Locks the bills of a subscription. */
async function holdBills(alias: string, subscriptionId: string): Promise<HeldDiscount> {
  const client = await service.owner.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  const bills = 'select from app.reported_bill where tenant_id = $1 and subscription_id = $2 for update'
  await client.query(bills, [alias, subscriptionId])
  return {
    isReached: async () => (await waitingForLocks(service.owner)) > 0,
    release: async () => void (await client.query('rollback')),
  }
}
