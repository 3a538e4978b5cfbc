import type { TenantId } from '@goodword/domain/values/ids'
import { expect } from 'vitest'
import type { ObservedRun } from '../../engine/metrics/job-metrics.ts'
import type { WireAnswer } from '../requests/wire-rules.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import type { TestService } from '../test-service.ts'
import type { BraintreeShop } from './braintree-shop.ts'
import type { ConnectedTenant } from './connected-tenant.ts'
import type { StripeShop } from './stripe/stripe-shop.ts'

/** A subscriber at a processor, known by the same name as account. */
export type Subscriber = {
  readonly name: string
  readonly customerId: string
  readonly subscriptionId: string
}

/** When stories begin. */
export const STORY_CLOCK = { now: '2040-01-31T12:00:00Z', runs: false } as const

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A tenant that is connected to a shop, and what the merchant's server sends. */
export abstract class ProcessorStory<Shop extends BraintreeShop | StripeShop = BraintreeShop | StripeShop> {
  readonly service: TestService
  readonly tenant: ConnectedTenant<Shop>
  /** How jobs may end where a test does not say it. */
  outcomes: readonly string[] = ['succeeded', 'rescheduled']

  constructor(service: TestService, tenant: ConnectedTenant<Shop>) {
    this.service = service
    this.tenant = tenant
  }

  /** Moves all clocks to a moment, with a stop wherever something is due, and does what comes of it. */
  abstract passTo(moment: number): Promise<void>

  /** Makes the processor send its notifications to this path of the service, and to no other one. */
  abstract receiveNotifications(hook: string): Promise<void>

  /** Sets the same percentage for both sides, and moves the program's clock to the beginning. */
  protected async startProgram(months: number, discountPercent = 10): Promise<void> {
    const reward = { type: 'PCT_DISCOUNT', discountPercent, monthsDiscountIsValid: months } as const
    await this.service.setProgram({ referredReward: reward, referrerReward: reward }, this.alias)
    await this.call('POST', '/test/clock', { now: Date.parse(STORY_CLOCK.now) })
    await this.runJobs()
  }

  get alias(): TenantId {
    return this.tenant.keys.alias
  }

  call(method: Method, path: string, body?: unknown, headers = {}): Promise<WireAnswer> {
    const { alias, apiKey: key } = this.tenant.keys
    return this.service.call(method, path, { alias, key, headers, ...(body === undefined ? {} : { body }) })
  }

  /** The answer of a call that succeeds, and everything that comes of it. */
  async ok(method: Method, path: string, body?: unknown, headers = {}): Promise<WireAnswer['body']> {
    const answer = await this.call(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    await this.runJobs()
    return answer.body
  }

  /** A user of an account, with the code that they share. */
  async user(accountId: string): Promise<string> {
    const { body } = await this.call('POST', '/user', { accountId, id: `${accountId}_user` })
    return String(body.referralCode)
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

  async account(id: string): Promise<Record<string, unknown>> {
    return (await this.call('GET', `/account/${id}`)).body
  }

  /** Runs every job that is due. A test that expects one to fail says how it ends. */
  async runJobs(outcomes = this.outcomes): Promise<void> {
    const { body } = await this.call('GET', '/test/clock')
    const { runs, lines } = await runDueJobs(this.service.ctx, this.alias, Number(body.now))
    const isExpected = ({ kind, outcome }: ObservedRun) =>
      outcomes.includes(outcome) || (kind === 'PUBLISH_EVENTS' && outcome === 'succeeded')
    const unexpected = runs.findIndex((it) => !isExpected(it))
    expect(unexpected === -1 ? [] : [runs[unexpected], lines[unexpected]]).toEqual([])
  }
}
