import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import type { TestService } from '../test-service.ts'
import type { BraintreeShop } from './braintree-shop.ts'
import { type ConnectedTenant, givenConnectedTenant } from './connected-tenant.ts'
import { ProcessorStory, type Subscriber as ProcessorSubscriber, STORY_CLOCK } from './processor-story.ts'

/** A subscriber at the gateway, with the token of the card. */
export type Subscriber = ProcessorSubscriber & { readonly token: string }

export type Subscribing = {
  readonly plan?: string
  readonly id?: string
  /** The discount with which the merchant subscribes the customer, after it looked the code up. */
  readonly discount?: string
  /** The discount ends after so many bills. */
  readonly discountBills?: number
  /** The customer's coupon field. */
  readonly coupon?: string
  readonly trialDays?: number
  /** The account of another currency than the merchant's first one. */
  readonly merchantAccount?: string
  /** Another payment method than the usual Visa card. */
  readonly nonce?: string
}

const HOUR_MS = 3_600_000
const DESTINATION = 'service'

/**
 * A shop at the local gateway and the tenant that is connected to it, on one clock. Wherever the clock stops, all jobs
 * that are due are run before it goes on, as with the gateway's barrier.
 */
export class BillingStory extends ProcessorStory<BraintreeShop> {
  /** Whether the gateway's notifications arrive. */
  hasNotifications = true
  readonly #customers = new Set<string>()

  /**
   * Begins at noon on 31 January 2040, ahead of the clock of every service that a test starts: test clocks only move forward.
   * Both sides get 10 % for so many months. The fixture adds to the shop.
   */
  static async begin(service: TestService, months = 12, fixture: object = {}): Promise<BillingStory> {
    const tenant = await givenConnectedTenant(service, { clock: STORY_CLOCK, ...fixture })
    return BillingStory.beginWith(service, tenant, months)
  }

  /** Begins a story with a tenant whose merchant has that time. */
  static async beginWith(service: TestService, tenant: ConnectedTenant, months = 12): Promise<BillingStory> {
    const story = new BillingStory(service, tenant)
    await story.startProgram(months)
    return story
  }

  /** A customer with a card and a subscription, as the merchant's server makes them. */
  async subscribe(name: string, subscribing: Subscribing = {}): Promise<Subscriber> {
    const { coupon, nonce = 'fake-valid-nonce' } = subscribing
    const { customer } = await this.tenant.shop.sdk.customer.create({
      id: `${name}_customer`,
      paymentMethodNonce: nonce,
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

  /** Stops at bills, and half a day before them, when time alone makes the service look at them once more. */
  async passTo(goal: number): Promise<void> {
    const { control } = this.tenant.shop
    for (;;) {
      const clock = await control('GET', '/clock')
      const due = clock.nextDue === null ? goal : Math.min(goal, Date.parse(String(clock.nextDue)))
      const before = due - 12 * HOUR_MS
      const isBefore = isBillingTime(due) && before > Date.parse(String(clock.now))
      const stop = isBefore ? before : due
      // Of settlements there is no notification.
      const isQuiet = stop < goal && !isBefore && !isBillingTime(stop)
      if (isQuiet) await control('POST', '/clock/advance', { to: new Date(stop).toISOString() })
      else await this.moveTo(new Date(stop).toISOString().slice(0, 19))
      if (stop === goal) return
    }
  }

  async receiveNotifications(hook: string): Promise<void> {
    const { app } = this.service
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('the service has no port')
    const { control } = this.tenant.shop
    const { items } = await control('GET', '/destinations')
    if (Array.isArray(items) && items.length > 0) await control('DELETE', `/destinations/${DESTINATION}`)
    const url = `http://127.0.0.1:${address.port}${hook}`
    await control('POST', '/destinations', { id: DESTINATION, url })
    this.hasNotifications = false
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
      if (this.hasNotifications && isBillingTime(now)) await this.notify(outcomes)
      else await this.runJobs(outcomes)
    }
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

  /** Our discount on each bill of a subscription at the processor; null without it. */
  async discount(subscriptionId: string): Promise<string | null> {
    const { discounts } = await this.tenant.shop.sdk.subscription.find(subscriptionId)
    return discounts?.find((it) => it.id === 'referral_discount')?.amount ?? null
  }

  async refunds({ subscriptionId }: Subscriber): Promise<readonly string[]> {
    const { sdk } = this.tenant.shop
    const { transactions } = await sdk.subscription.find(subscriptionId)
    const ids = (transactions ?? []).flatMap((it) => it.refundIds ?? [])
    return Promise.all(ids.map(async (id) => (await sdk.transaction.find(id)).amount))
  }

  /** A notification about every customer. */
  async notify(outcomes?: readonly string[]): Promise<void> {
    const jobs = [...this.#customers].map((subject) => ({ kind: 'CUSTOMER', subject }) as const)
    await this.service.ctx.writeTenant(this.alias, async (tx) => enqueueJobs(tx, jobs))
    await this.runJobs(outcomes)
  }
}

/** The hour of the day at which the gateway makes bills. */
function isBillingTime(moment: number): boolean {
  return new Date(moment).getUTCHours() === 6
}
