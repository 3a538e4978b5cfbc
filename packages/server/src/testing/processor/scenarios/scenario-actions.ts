import type { BillingStory, Subscriber, Subscribing } from '../billing-story.ts'
import { type BillTable, billRow, tableOf } from './bill-table.ts'
import type { TenantActions } from './tenant-actions.ts'

type Update = Parameters<BillingStory['tenant']['shop']['sdk']['subscription']['update']>[1]

const notPaid: readonly string[] = ['processor_declined', 'voided']

/** What the people of one scenario can do. They go by their names within it. */
export class ScenarioActions {
  readonly #tenant: TenantActions
  readonly #prefix: string
  readonly #subscribers = new Map<string, Subscriber>()
  readonly #subscriptions = new Map<string, string>()
  readonly #codes = new Map<string, string>()

  /** The prefix keeps the accounts of one scenario from those of another. */
  constructor(tenant: TenantActions, prefix: string) {
    this.#tenant = tenant
    this.#prefix = prefix
  }

  /** An account with a code; without a subscription when that is null. */
  async referrer(name: string, subscribing: Subscribing | null = {}): Promise<void> {
    this.#codes.set(name, await this.#story.user(this.accountOf(name)))
    if (subscribing === null) return
    await this.customer(name, subscribing)
    await this.#story.bind(this.subscriber(name))
  }

  /** A customer with a subscription that the service knows nothing of. */
  async customer(name: string, subscribing: Subscribing = {}): Promise<void> {
    const subscriber = await this.#story.subscribe(this.accountOf(name), subscribing)
    this.#subscribers.set(name, subscriber)
    this.#subscriptions.set(name, subscriber.subscriptionId)
  }

  /** A new customer that the merchant links with the code of a referrer. Without a discount the code was not looked up. */
  async friend(name: string, of: string, subscribing: Subscribing = {}): Promise<void> {
    await this.customer(name, subscribing)
    await this.link(name, of)
  }

  async link(name: string, of: string): Promise<void> {
    const { status, body } = await this.#story.link(this.subscriber(name), this.codeOf(of))
    if (status >= 300) throw new Error(`${this.accountOf(name)}: ${JSON.stringify(body)}`)
  }

  /** Links as a merchant does that is not connected. */
  async linkUnconnected(name: string, of: string): Promise<void> {
    const { customerId: paymentProviderId } = this.subscriber(name)
    const referral = { code: this.codeOf(of) }
    await this.#tenant.ok('POST', '/accountsync', { id: this.accountOf(name), paymentProviderId, referral })
  }

  /** The code is not found. */
  async refusedLink(name: string, of: string): Promise<void> {
    const { status } = await this.#story.link(this.subscriber(name), this.codeOf(of))
    if (status !== 404) throw new Error(`${this.accountOf(name)} was not refused: ${status}`)
  }

  /** The code of an account, also of a friend who shares one from now on. */
  async share(name: string): Promise<void> {
    this.#codes.set(name, await this.#story.user(this.accountOf(name)))
  }

  /** Another subscription of a customer. */
  async subscribe(name: string, customer: string, subscribing: Subscribing = {}): Promise<void> {
    const { token } = this.subscriber(customer)
    this.#subscriptions.set(name, await this.#story.addSubscription(token, subscribing))
  }

  async cancel(name: string): Promise<void> {
    await this.#accepted(name, this.#sdk.subscription.cancel(this.subscriptionOf(name)))
  }

  /**
   * Changes a subscription by the merchant's server or in the Control Panel; nothing is prorated unless that is said.
   */
  async update(name: string, change: Update): Promise<void> {
    const options = { prorateCharges: false, ...change.options }
    const id = this.subscriptionOf(name)
    await this.#accepted(name, this.#sdk.subscription.update(id, { ...change, options }))
  }

  /** Our discount on a subscription, changed by a hand. */
  async changeDiscount(name: string, change: object): Promise<void> {
    const update = [{ existingId: 'referral_discount', ...change }]
    await this.update(name, { discounts: { update } } as Update)
  }

  async removeDiscount(name: string): Promise<void> {
    await this.update(name, { discounts: { remove: ['referral_discount'] } })
  }

  async addDiscount(name: string, discount: string): Promise<void> {
    await this.update(name, { discounts: { add: [{ inheritedFromId: discount }] } })
  }

  async deleteCustomer(name: string): Promise<void> {
    await this.#sdk.customer.delete(this.subscriber(name).customerId)
  }

  /** The next bill of a subscription is declined, and paid by the first retry. */
  async declineNext(name: string): Promise<void> {
    const action = { kind: 'decline', code: '2001', subscriptionId: this.subscriptionOf(name) }
    await this.#story.tenant.shop.control('POST', '/faults', { times: 1, action })
  }

  /** The merchant gives the whole last charge of a subscription back. */
  async refundLast(name: string): Promise<void> {
    await this.#accepted(name, this.#sdk.transaction.refund(await this.#lastCharge(name)))
  }

  /** Takes back the last charge before it is settled. */
  async voidLast(name: string): Promise<void> {
    await this.#accepted(name, this.#sdk.transaction.void(await this.#lastCharge(name)))
  }

  async block(name: string): Promise<void> {
    await this.#tenant.ok('POST', `/account/${this.accountOf(name)}/block`, { reason: 'Looks made up.' })
  }

  async unblock(name: string): Promise<void> {
    await this.#tenant.ok('POST', `/account/${this.accountOf(name)}/unblock`, {
      reason: 'They are a family.',
    })
  }

  async moderate(friend: string, action: string): Promise<void> {
    const { referrals } = await this.#tenant.ok(
      'GET',
      `/referrals?referredAccountId=${this.accountOf(friend)}`,
    )
    const [referral] = referrals as readonly { readonly id: string }[]
    await this.#tenant.ok('POST', '/referrals/moderate', { actions: [{ referralId: referral?.id, action }] })
  }

  /** A reward by hand. */
  async give(name: string, reward: object): Promise<void> {
    const headers = { 'idempotency-key': `${this.accountOf(name)}_${JSON.stringify(reward)}` }
    await this.#tenant.ok('POST', '/rewards', { accountId: this.accountOf(name), reward }, headers)
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

  /** The bills of every subscription so far. */
  async bills(): Promise<Readonly<Record<string, BillTable>>> {
    const tables = Array.from(this.#subscriptions, async ([name, id]) => [name, await this.#billsOf(id)])
    return Object.fromEntries(await Promise.all(tables))
  }

  /** The part of this scenario in what is known by subscription, by the names of its own. */
  bySubscription<Value>(known: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
    const own = Array.from(this.#subscriptions, ([name, id]) => [name, known.get(id)] as const)
    return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  }

  async #billsOf(subscriptionId: string): Promise<BillTable> {
    // A subscription has the newest twenty alone.
    const { items } = await this.#story.tenant.shop.control(
      'GET',
      `/transactions?subscriptionId=${subscriptionId}&limit=200`,
    )
    const ids = (items as readonly { readonly id: string }[]).map((it) => it.id)
    const transactions = await Promise.all(ids.map((id) => this.#sdk.transaction.find(id)))
    const charges = transactions.filter((it) => it.type === 'sale').toReversed()
    const rows = charges.map(async ({ createdAt, discounts = [], amount, refundIds = [], status }) => {
      const ours = discounts.find((it) => it.id === 'referral_discount')
      const off = (Number(ours?.amount ?? 0) * (ours?.quantity ?? 1)).toFixed(2)
      const refunds = await Promise.all(refundIds.map((id) => this.#sdk.transaction.find(id)))
      const given = refunds.map((it) => it.amount)
      const row = billRow(createdAt.slice(0, 10), ours === undefined ? '' : off, amount, given)
      return notPaid.includes(status) ? `${row} | ${status}` : row
    })
    return tableOf(await Promise.all(rows))
  }

  async #lastCharge(name: string): Promise<string> {
    const { transactions = [] } = await this.#sdk.subscription.find(this.subscriptionOf(name))
    const [last] = transactions
    if (last === undefined) throw new Error(`${name} has paid nothing yet`)
    return last.id
  }

  get #story() {
    return this.#tenant.story
  }

  get #sdk() {
    return this.#story.tenant.shop.sdk
  }

  async #accepted(name: string, answer: Promise<{ readonly success: boolean; readonly message: string }>) {
    const { success, message } = await answer
    if (!success) throw new Error(`${this.accountOf(name)}: ${message}`)
  }
}

function found<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`${name} is not in the scenario yet`)
  return value
}
