import { advance } from '@goodword/sandbox/clock/advance'
import type braintree from 'braintree'
import { momentAfterCycles } from '../control/journey.ts'
import { type Day, dayOf, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import { moneyText, parseMoney } from '../model/money.ts'
import { type Sandbox, startSandbox } from '../start.ts'
import { sdkFor } from './given-merchant.ts'
import { givenShop } from './given-shop.ts'
import { givenSubscriber } from './given-subscriber.ts'

/**
 * The life of one subscription, from the view of a program with the official SDK, as a table with a line per event.
 * Time moves when a story says so.
 */
export class Story {
  readonly merchant: Merchant
  readonly gateway: braintree.BraintreeGateway
  readonly #sandbox: Sandbox
  readonly #lines: string[] = []
  #seen = 0
  #id = ''

  constructor(merchant: Merchant, sandbox: Sandbox) {
    this.merchant = merchant
    this.#sandbox = sandbox
    this.gateway = sdkFor(sandbox, merchant)
  }

  get id(): string {
    return this.#id
  }

  /** The subscription begins. */
  async begins(
    request: Partial<braintree.SubscriptionRequest> & { readonly billingDayOfMonth?: number },
  ): Promise<void> {
    const whole = { paymentMethodToken: 'jane_card', planId: 'monthly', ...request }
    const { subscription, message } = await this.gateway.subscription.create(whole)
    if (subscription === undefined) throw new Error(message)
    this.#id = subscription.id
    this.#seen = 0
    await this.record('it begins')
  }

  /** A call by the program; the response is recorded beside the charges. */
  async does(what: string, action: () => Promise<unknown>): Promise<void> {
    const answer = await action()
    await this.record(what, typeof answer === 'string' ? answer : '')
  }

  /** The merchant's program changes the subscription. */
  async changes(what: string, request: object): Promise<void> {
    await this.does(what, async () => {
      const { success } = await this.gateway.subscription.update(this.#id, request)
      return success ? '' : 'taken back'
    })
  }

  /** Makes so many bills, each with its line. */
  async bills(count: number, what = 'bill'): Promise<void> {
    for (let bill = 0; bill < count; bill += 1) {
      const subscription = this.merchant.subscriptions.get(this.#id) ?? null
      const moment = momentAfterCycles(this.merchant, subscription, 1)
      if (moment === null) throw new Error('next bill not found')
      await this.#moveTo(moment)
      await this.record(what)
    }
  }

  /** Time goes on to an hour of a day. */
  async advanceTo(day: string, what: string, hour = 12): Promise<void> {
    await this.#moveTo(momentOf(day as Day, hour))
    await this.record(what)
  }

  table(): string {
    return ['', header, ...this.#lines, ''].join('\n')
  }

  close(): Promise<void> {
    return this.#sandbox.close()
  }

  async record(what: string, answer = ''): Promise<void> {
    const it = await this.gateway.subscription.find(this.#id)
    const transactions = it.transactions ?? []
    const charges = transactions
      .slice(0, transactions.length - this.#seen)
      .map(({ amount, status }) => (isPaid(status) ? amount : `${amount} declined`))
      .reverse()
    this.#seen = transactions.length
    const cells = [
      dayOf(this.merchant.clock.at),
      what.padEnd(34),
      `${it.currentBillingCycle}`.padStart(5),
      `${it.price}`.padStart(7),
      sumOf(it.discounts ?? []).padStart(9),
      [...charges, answer]
        .filter((each) => each !== '')
        .join(', ')
        .padEnd(34),
      it.balance.padStart(7),
      it.status,
    ]
    this.#lines.push(cells.join(' | '))
  }

  async #moveTo(moment: number): Promise<void> {
    const { stopped } = await advance(this.#sandbox.gateway, this.merchant, moment)
    if (stopped !== null) throw new Error(stopped.message)
  }
}

const header = [
  'day       ',
  'what happens'.padEnd(34),
  'cycle',
  '  price',
  'discounts',
  'charged'.padEnd(34),
  'balance',
  'status',
].join(' | ')

/** A story of Jane, whose card is good, and of a plan of 30.00 a month; it is 31 January 2026. */
export async function givenStory(prepare: (merchant: Merchant) => void = () => undefined): Promise<Story> {
  const merchant = givenShop()
  givenSubscriber(merchant)
  prepare(merchant)
  return new Story(merchant, await startSandbox({ port: 0, merchants: [merchant] }))
}

function isPaid(status: string): boolean {
  return !['processor_declined', 'gateway_rejected', 'failed'].includes(status)
}

function sumOf(discounts: readonly braintree.Discount[]): string {
  const cents = discounts.map(({ amount, quantity }) => (parseMoney(amount ?? '') ?? 0) * (quantity ?? 1))
  return moneyText(cents.reduce((sum, each) => sum + each, 0))
}
