import type { TenantId } from '@goodword/domain/values/ids'
import { expect } from 'vitest'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { enqueueJobs } from '../../operations/foundation/jobs/enqueue-job.ts'
import type { ObservedRun } from '../../platform/metrics/job-metrics.ts'
import type { WireAnswer } from '../requests/wire-rules.ts'
import type { TestService } from '../test-service.ts'
import { testRunner } from '../test-worker.ts'
import { type ConnectedTenant, givenConnectedTenant } from './connected-tenant.ts'

/** A subscriber at the gateway, known by the same name as account. */
export type Subscriber = {
  readonly name: string
  readonly customerId: string
  readonly subscriptionId: string
  readonly token: string
}

export type Subscribing = {
  readonly plan?: string
  readonly id?: string
  /** What the merchant takes off when it subscribes the customer, after it looked the code up. */
  readonly discount?: string
  /** The discount ends after so many bills. */
  readonly discountBills?: number
  /** The customer's coupon field. */
  readonly coupon?: string
  readonly trialDays?: number
  /** The account of another currency than the merchant's first one. */
  readonly merchantAccount?: string
}

/** When stories begin. */
export const STORY_CLOCK = { now: '2040-01-31T12:00:00Z', runs: false } as const

/**
 * A shop at the local gateway and the tenant that is connected to it, on one clock. Wherever the clock stops, all jobs
 * that are due are run before it goes on, as with the gateway's barrier.
 */
export class BillingStory {
  readonly tenant: ConnectedTenant
  /** Whether the gateway's notifications arrive. */
  hasNotifications = true
  /** How jobs may end where a test does not say it. */
  outcomes: readonly string[] = ['succeeded', 'rescheduled']
  readonly #service: TestService
  readonly #customers = new Set<string>()

  constructor(service: TestService, tenant: ConnectedTenant) {
    this.#service = service
    this.tenant = tenant
  }

  /**
   * Begins at noon on 31 January 2040: the queue goes by the database's clock, and test clocks only move ahead of it.
   * Both sides get 10 % for so many months. The fixture adds to the shop.
   */
  static async begin(service: TestService, months = 12, fixture: object = {}): Promise<BillingStory> {
    service.clock.now = Date.now()
    const tenant = await givenConnectedTenant(service, { clock: STORY_CLOCK, ...fixture })
    return BillingStory.beginWith(service, tenant, months)
  }

  /** Begins a story with a tenant whose merchant has that time. */
  static async beginWith(service: TestService, tenant: ConnectedTenant, months = 12): Promise<BillingStory> {
    const story = new BillingStory(service, tenant)
    const reward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: months } as const
    await service.setProgram({ referredReward: reward, referrerReward: reward }, story.alias)
    // Settings are read anew after a while, which the clock of the service was moved by.
    service.clock.now = Date.now()
    await story.call('POST', '/test/clock', { now: Date.parse(STORY_CLOCK.now) })
    await story.runJobs()
    return story
  }

  get alias(): TenantId {
    return this.tenant.keys.alias
  }

  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<WireAnswer> {
    const { alias, apiKey: key } = this.tenant.keys
    return this.#service.call(method, path, { alias, key, headers, ...(body === undefined ? {} : { body }) })
  }

  /** A user of an account, with the code that they share. */
  async user(accountId: string): Promise<string> {
    const { body } = await this.call('POST', '/user', { accountId, id: `${accountId}_user` })
    return String(body.referralCode)
  }

  /** A customer with a card and a subscription, as the merchant's server makes them. */
  async subscribe(name: string, subscribing: Subscribing = {}): Promise<Subscriber> {
    const { coupon } = subscribing
    const { customer } = await this.tenant.shop.sdk.customer.create({
      id: `${name}_customer`,
      paymentMethodNonce: 'fake-valid-nonce',
      ...(coupon === undefined ? {} : { customFields: { referral_coupon: coupon } }),
    })
    const token = customer.paymentMethods?.[0]?.token
    if (token === undefined) throw new Error('the customer has no card')
    this.#customers.add(customer.id)
    const subscriptionId = await this.addSubscription(token, { id: `${name}_subscription`, ...subscribing })
    return { name, customerId: customer.id, subscriptionId, token }
  }

  async addSubscription(
    token: string,
    { plan = 'monthly', id, discount, discountBills, trialDays, merchantAccount }: Subscribing,
  ): Promise<string> {
    const { success, message, subscription } = await this.tenant.shop.sdk.subscription.create({
      planId: plan,
      paymentMethodToken: token,
      ...(id === undefined ? {} : { id }),
      ...(merchantAccount === undefined ? {} : { merchantAccountId: merchantAccount }),
      ...(trialDays === undefined
        ? {}
        : { trialPeriod: true, trialDuration: trialDays, trialDurationUnit: 'day' as const }),
      ...(discount === undefined
        ? {}
        : {
            discounts: {
              add: [
                {
                  inheritedFromId: 'referral_discount',
                  amount: discount,
                  ...(discountBills === undefined ? {} : { numberOfBillingCycles: discountBills }),
                },
              ],
            },
          }),
    })
    if (!success) throw new Error(message)
    return subscription.id
  }

  /** `POST discount`, and everything that comes of it. */
  async link({ name, customerId }: Subscriber, couponCode: string): Promise<WireAnswer> {
    const body = { accountId: name, paymentProviderId: customerId, couponCode }
    const answer = await this.call('POST', '/discount', body)
    await this.runJobs()
    return answer
  }

  /** The merchant's server names the customer of an account. */
  async bind({ name, customerId }: Subscriber): Promise<void> {
    await this.call('POST', '/accountsync', { id: name, paymentProviderId: customerId })
    await this.runJobs()
  }

  /** Moves both clocks to a time, with a stop wherever something is due at the gateway. */
  async moveTo(time: string, outcomes?: readonly string[]): Promise<void> {
    const goal = Date.parse(`${time}Z`)
    for (let now = 0; now < goal; ) {
      const { nextDue } = await this.tenant.shop.control('GET', '/clock')
      now = Math.min(goal, nextDue === null ? goal : Date.parse(String(nextDue)))
      await this.tenant.shop.control('POST', '/clock/advance', { to: new Date(now).toISOString() })
      await this.call('POST', '/test/clock', { now })
      // Bills are made at 06:00; cards settle without a notification.
      if (this.hasNotifications && new Date(now).getUTCHours() === 6) await this.notify(outcomes)
      else await this.runJobs(outcomes)
    }
  }

  /** Runs every job that is due. A test that expects one to fail says how it ends. */
  async runJobs(outcomes = this.outcomes): Promise<void> {
    const { runner, runs, lines } = testRunner(this.#service.ctx, async () => null, {
      handlers: jobHandlers,
      // A job that failed waits for its turn.
      random: () => 1,
    })
    const { body } = await this.call('GET', '/test/clock')
    expect(await drainTenant(runner, this.alias, Number(body.now), 600_000)).toBe(true)
    const isExpected = ({ kind, outcome }: ObservedRun) =>
      outcomes.includes(outcome) || (kind === 'PUBLISH_EVENTS' && outcome === 'succeeded')
    const unexpected = runs.findIndex((it) => !isExpected(it))
    expect(unexpected === -1 ? [] : [runs[unexpected], lines[unexpected]]).toEqual([])
  }

  /** The amounts of the payments of a subscription, the first one first. */
  async payments(subscriptionId: string): Promise<readonly string[]> {
    const { transactions } = await this.tenant.shop.sdk.subscription.find(subscriptionId)
    return (transactions ?? []).toReversed().map((it) => it.amount)
  }

  /** The charges of a subscription as a table, the first one first: the day, what our discount took off, and the amount. */
  async charges(subscriptionId: string): Promise<string> {
    const { transactions } = await this.tenant.shop.sdk.subscription.find(subscriptionId)
    const rows = (transactions ?? []).toReversed().map(({ createdAt, discounts, amount }) => {
      const ours = discounts?.find((it) => it.id === 'referral_discount')
      return `${createdAt.slice(0, 10)} | ${(ours?.amount ?? '').padStart(5)} | ${amount.padStart(5)}`
    })
    return `\n${rows.join('\n')}\n`
  }

  /** What the processor takes off each bill of a subscription for our discount; null without it. */
  async discount(subscriptionId: string): Promise<string | null> {
    const { discounts } = await this.tenant.shop.sdk.subscription.find(subscriptionId)
    return discounts?.find((it) => it.id === 'referral_discount')?.amount ?? null
  }

  /** What was given back to a customer. */
  async refunds({ subscriptionId }: Subscriber): Promise<readonly string[]> {
    const { sdk } = this.tenant.shop
    const { transactions } = await sdk.subscription.find(subscriptionId)
    const ids = (transactions ?? []).flatMap((it) => it.refundIds ?? [])
    return Promise.all(ids.map(async (id) => (await sdk.transaction.find(id)).amount))
  }

  async account(id: string): Promise<Record<string, unknown>> {
    return (await this.call('GET', `/account/${id}`)).body
  }

  /** A notification about every customer. */
  async notify(outcomes?: readonly string[]): Promise<void> {
    const jobs = [...this.#customers].map((subject) => ({ kind: 'CUSTOMER', subject }) as const)
    await this.#service.ctx.writeTenant(this.alias, async (tx) => enqueueJobs(tx, jobs))
    await this.runJobs(outcomes)
  }
}
