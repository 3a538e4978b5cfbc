import type { ProcessorStory, Subscriber } from '../processor-story.ts'
import { type BillTable, tableOf } from './bill-table.ts'

/** The actions of one scenario's people at any processor. They go by their names within it. */
export abstract class ScenarioActions<Subscribing extends object> {
  readonly #prefix: string
  readonly #subscribers = new Map<string, Subscriber>()
  readonly #subscriptions = new Map<string, string>()
  readonly #codes = new Map<string, string>()

  /** The prefix keeps the accounts of one scenario from those of another. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  protected abstract readonly story: ProcessorStory

  /** The merchant's server makes a customer with a card, and its first subscription. */
  protected abstract makeCustomer(account: string, subscribing?: Subscribing): Promise<Subscriber>

  protected abstract makeSubscription(customer: Subscriber, subscribing?: Subscribing): Promise<string>

  /** The bills of a subscription so far, the first one first. */
  protected abstract rowsOf(subscriptionId: string): Promise<readonly string[]>

  abstract cancel(name: string): Promise<void>

  /** Removes our discount by a hand. */
  abstract removeDiscount(name: string): Promise<void>

  abstract deleteCustomer(name: string): Promise<void>

  /** The merchant gives the whole last charge of a subscription back. */
  abstract refundLast(name: string): Promise<void>

  /** An account with a code; without a subscription when that is null. */
  async referrer(name: string, subscribing?: Subscribing | null): Promise<void> {
    this.#codes.set(name, await this.story.user(this.accountOf(name)))
    if (subscribing === null) return
    await this.customer(name, subscribing)
    await this.story.bind(this.subscriber(name))
  }

  /** A customer with a subscription that the service knows nothing of. */
  async customer(name: string, subscribing?: Subscribing): Promise<void> {
    const subscriber = await this.makeCustomer(this.accountOf(name), subscribing)
    this.#subscribers.set(name, subscriber)
    this.#subscriptions.set(name, subscriber.subscriptionId)
  }

  /** A new customer that the merchant links with the code of a referrer. Without a discount the code was not looked up. */
  async friend(name: string, of: string, subscribing?: Subscribing): Promise<void> {
    await this.customer(name, subscribing)
    await this.link(name, of)
  }

  /** The referrer `ada`, and the friend `bob` of theirs. */
  async pair(bob?: Subscribing, ada?: Subscribing | null): Promise<void> {
    await this.referrer('ada', ada)
    await this.friend('bob', 'ada', bob)
  }

  async link(name: string, of: string): Promise<void> {
    const { status, body } = await this.story.link(this.subscriber(name), this.codeOf(of))
    if (status >= 300) throw new Error(`${this.accountOf(name)}: ${JSON.stringify(body)}`)
  }

  /** A person's new customer at the processor, which goes by a name of its own, linked with the account that the person has. */
  async comeBack(name: string, as: string, of: string | null, subscribing?: Subscribing): Promise<void> {
    await this.customer(as, subscribing)
    await this.linkAs(name, as, of)
  }

  /**
   * The merchant's server links the account of a person with a customer that goes by another name, by `POST accountsync`, or by
   * `POST discount` with the code of a referrer.
   */
  async linkAs(name: string, as: string, of: string | null): Promise<void> {
    const { customerId: paymentProviderId } = this.subscriber(as)
    const accountId = this.accountOf(name)
    if (of === null) await this.story.ok('POST', '/accountsync', { id: accountId, paymentProviderId })
    else {
      const couponCode = this.codeOf(of)
      await this.story.ok('POST', '/discount', { accountId, paymentProviderId, couponCode })
    }
  }

  /** Links as a merchant does that is not connected. */
  async linkUnconnected(name: string, of: string): Promise<void> {
    const { customerId: paymentProviderId } = this.subscriber(name)
    const referral = { code: this.codeOf(of) }
    await this.story.ok('POST', '/accountsync', { id: this.accountOf(name), paymentProviderId, referral })
  }

  /** The code is not found. */
  async refusedLink(name: string, of: string): Promise<void> {
    const { status } = await this.story.link(this.subscriber(name), this.codeOf(of))
    if (status !== 404) throw new Error(`${this.accountOf(name)} was not refused: ${status}`)
  }

  /** The code of an account, also of a friend who shares one from now on. */
  async share(name: string): Promise<void> {
    this.#codes.set(name, await this.story.user(this.accountOf(name)))
  }

  /** Another subscription of a customer. */
  async subscribe(name: string, customer: string, subscribing?: Subscribing): Promise<void> {
    this.#subscriptions.set(name, await this.makeSubscription(this.subscriber(customer), subscribing))
  }

  async block(name: string): Promise<void> {
    await this.story.ok('POST', `/account/${this.accountOf(name)}/block`, { reason: 'Looks made up.' })
  }

  async unblock(name: string): Promise<void> {
    await this.story.ok('POST', `/account/${this.accountOf(name)}/unblock`, {
      reason: 'They are a family.',
    })
  }

  async moderate(friend: string, action: string): Promise<void> {
    const { referrals } = await this.story.ok('GET', `/referrals?referredAccountId=${this.accountOf(friend)}`)
    const [referral] = referrals as readonly { readonly id: string }[]
    await this.story.ok('POST', '/referrals/moderate', { actions: [{ referralId: referral?.id, action }] })
  }

  /** A reward by hand. */
  async give(name: string, reward: object): Promise<void> {
    const headers = { 'idempotency-key': `${this.accountOf(name)}_${JSON.stringify(reward)}` }
    await this.story.ok('POST', '/rewards', { accountId: this.accountOf(name), reward }, headers)
  }

  accountOf(name: string): string {
    return `${this.#prefix}_${name}`
  }

  codeOf(name: string): string {
    return found(this.#codes, name)
  }

  subscriber(name: string): Subscriber {
    return found(this.#subscribers, name)
  }

  subscriptionOf(name: string): string {
    return found(this.#subscriptions, name)
  }

  customerIds(): readonly string[] {
    return Array.from(this.#subscribers.values(), (it) => it.customerId)
  }

  /** The bills of every subscription so far. */
  async bills(): Promise<Readonly<Record<string, BillTable>>> {
    const tables = Array.from(this.#subscriptions, async ([name, id]) => [
      name,
      tableOf(await this.rowsOf(id)),
    ])
    return Object.fromEntries(await Promise.all(tables))
  }

  /** The part of this scenario in what is known by subscription, by the names of its own. */
  bySubscription<Value>(known: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
    const own = Array.from(this.#subscriptions, ([name, id]) => [name, known.get(id)] as const)
    return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  }
}

function found<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`${name} is not in the scenario yet`)
  return value
}
