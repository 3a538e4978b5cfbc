import type Stripe from 'stripe'
import { afterAll } from 'vitest'
import { serveNotificationUrls } from '../../../billing/notifications/web/notification-urls.ts'
import { createLogger } from '../../../engine/logging/logger.ts'
import { createApp } from '../../../frame/http/server/app.ts'
import { drainClockMove } from '../../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { BASE_URL, type TestService } from '../../test-service.ts'
import { testRunner } from '../../test-worker.ts'
import type { BillingStory } from '../billing-story.ts'
import { connectTenant } from '../connected-tenant.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import { ProcessorStory, STORY_CLOCK, type Subscriber } from '../processor-story.ts'
import { givenStripeShop, type StripeShop } from './stripe-shop.ts'

/** The price of a plan for each period, in minor units. */
export type Plan = Stripe.PriceCreateParams.Recurring & {
  readonly minor: number
  readonly currency?: string
}

const usualPlans: Readonly<Record<string, Plan>> = {
  monthly: { minor: 30_00, interval: 'month' },
  team: { minor: 80_00, interval: 'month' },
  quarterly: { minor: 90_00, interval: 'month', interval_count: 3 },
  half_yearly: { minor: 150_00, interval: 'month', interval_count: 6 },
  yearly: { minor: 300_00, interval: 'year' },
}

export type StripeSubscribing = {
  readonly plan?: string
  readonly quantity?: number
  /** Plans that the subscription has beside it, each as an item of its own. */
  readonly more?: readonly string[]
  /** The rate of our coupon that the merchant subscribes the customer with, after it looked the code up. */
  readonly percent?: number
  /** The merchant's own coupons, by their names. */
  readonly coupons?: readonly string[]
  readonly trialDays?: number
  /** Another payment method than the usual Visa card. */
  readonly card?: string
}

export type StripeStoryOptions = {
  /** How many months the 10 % of both sides last. */
  readonly months?: number
  readonly plans?: Readonly<Record<string, Plan>>
  /** The merchant's own coupons by their IDs. */
  readonly coupons?: Readonly<Record<string, Stripe.CouponCreateParams>>
}

/**
 * An account at the local Stripe and the tenant that is connected to it, on one clock. The local Stripe waits at its barrier
 * until the service has done what is due, and stops where the service has something to do by itself.
 */
export class StripeStory extends ProcessorStory<StripeShop> {
  readonly #plans: Readonly<Record<string, Plan>>
  readonly #prices = new Map<string, string>()
  #address: string | null = null

  private constructor(
    service: TestService,
    tenant: ProcessorStory<StripeShop>['tenant'],
    plans: Readonly<Record<string, Plan>>,
  ) {
    super(service, tenant)
    this.#plans = plans
  }

  /** Begins when the stories at Braintree begin. */
  static async begin(
    service: TestService,
    sandbox: LocalSandbox,
    { months = 12, plans = {}, coupons = {} }: StripeStoryOptions = {},
  ): Promise<StripeStory> {
    const shop = await givenStripeShop(sandbox, STORY_CLOCK.now)
    const tenant = await connectTenant(service, shop)
    const story = new StripeStory(service, tenant, { ...usualPlans, ...plans })
    for (const [id, coupon] of Object.entries(coupons)) await shop.sdk.coupons.create({ ...coupon, id })
    await story.startProgram(months)
    return story
  }

  /** Connects the tenant of a story at Braintree, whose connection was removed, to an account at Stripe of the same time. */
  static async moved(from: BillingStory, sandbox: LocalSandbox): Promise<StripeStory> {
    const { body: clock } = await from.call('GET', '/test/clock')
    const shop = await givenStripeShop(sandbox, new Date(Number(clock.now)).toISOString())
    const { webhookUrl } = await from.ok('PUT', '/connection', shop.credentials)
    const hook = new URL(String(webhookUrl)).pathname
    const story = new StripeStory(from.service, { ...from.tenant, shop, hook }, usualPlans)
    await story.receiveNotifications(hook)
    return story
  }

  /** Another program, whose percentage is this, that is connected to the same account. */
  static async beside(
    { service, tenant: { shop } }: StripeStory,
    discountPercent: number,
  ): Promise<StripeStory> {
    const story = new StripeStory(service, await connectTenant(service, shop), usualPlans)
    await story.startProgram(12, discountPercent)
    return story
  }

  async passTo(moment: number): Promise<void> {
    await this.tenant.shop.control('POST', '/clock/advance', { to: new Date(moment).toISOString() })
  }

  async receiveNotifications(hook: string): Promise<void> {
    const { sdk, control, credentials } = this.tenant.shop
    this.#address ??= await this.#serveHooks()
    const url = `${this.#address}${hook}`
    for (const { id } of (await sdk.webhookEndpoints.list()).data) await sdk.webhookEndpoints.del(id)
    const { secret } = await sdk.webhookEndpoints.create({ url, enabled_events: ['*'] })
    await this.ok('PUT', '/connection', { ...credentials, webhookSecret: secret })
    await control('PUT', '/barrier', { url: `${url}/clock` })
  }

  /** A customer with a card and a subscription, as the merchant's server makes them. */
  async subscribe(name: string, subscribing: StripeSubscribing = {}): Promise<Subscriber> {
    const customerId = await this.tenant.shop.addCustomer(
      subscribing.card === undefined ? {} : { card: subscribing.card },
    )
    return { name, customerId, subscriptionId: await this.addSubscription(customerId, subscribing) }
  }

  async addSubscription(
    customer: string,
    { plan = 'monthly', quantity = 1, more = [], percent, coupons = [], trialDays }: StripeSubscribing,
  ): Promise<string> {
    const { sdk } = this.tenant.shop
    const ours = percent === undefined ? [] : [await this.ourCoupon(percent)]
    const discounts = [...coupons, ...ours].map((coupon) => ({ coupon }))
    const items = [{ price: await this.price(plan), quantity }]
    for (const other of more) items.push({ price: await this.price(other), quantity: 1 })
    const { id } = await sdk.subscriptions.create({
      customer,
      items,
      ...(discounts.length > 0 && { discounts }),
      ...(trialDays !== undefined && { trial_period_days: trialDays }),
    })
    return id
  }

  async price(plan: string): Promise<string> {
    const wanted = this.#plans[plan]
    if (wanted === undefined) throw new Error(`no plan: ${plan}`)
    const { minor, currency, ...recurring } = wanted
    const price = this.#prices.get(plan) ?? (await this.tenant.shop.addPrice(minor, recurring, currency))
    this.#prices.set(plan, price)
    return price
  }

  /** Our coupon of a rate, which the first who needs it makes. */
  async ourCoupon(percent: number): Promise<string> {
    const id = `referral_discount-${percent * 100}`
    const coupon = { id, percent_off: percent, duration: 'forever' } as const
    await this.tenant.shop.sdk.coupons.create(coupon).catch((error: unknown) => {
      if (Object(error).code !== 'resource_already_exists') throw error
    })
    return id
  }

  /** The notification URLs of the service, on a port of their own. */
  async #serveHooks(): Promise<string> {
    const { ctx } = this.service
    const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers, random: () => 1 })
    const app = createApp({ baseUrl: BASE_URL, logger: createLogger('silent') })
    serveNotificationUrls(app, ctx, {
      drainJobs: (tenantId, drain) => drainClockMove(runner, tenantId, { ...drain, limitMs: 600_000 }),
    })
    afterAll(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  }
}
