import type { BillingStory, Subscribing } from '../billing-story.ts'
import type { Subscriber } from '../processor-story.ts'
import { billRow } from './bill-table.ts'
import { ScenarioActions } from './scenario-actions.ts'

type Update = Parameters<BillingStory['tenant']['shop']['sdk']['subscription']['update']>[1]

const notPaid: readonly string[] = ['processor_declined', 'voided']

export class BraintreeActions extends ScenarioActions<Subscribing> {
  protected readonly story: BillingStory

  constructor(story: BillingStory, prefix: string) {
    super(prefix)
    this.story = story
  }

  protected makeCustomer(account: string, subscribing?: Subscribing): Promise<Subscriber> {
    return this.story.subscribe(account, subscribing)
  }

  protected async makeSubscription(
    { customerId }: Subscriber,
    subscribing: Subscribing = {},
  ): Promise<string> {
    const { paymentMethods } = await this.#sdk.customer.find(customerId)
    return this.story.addSubscription(paymentMethods?.[0]?.token ?? '', subscribing)
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
    await this.story.tenant.shop.control('POST', '/faults', { times: 1, action })
  }

  /** The merchant gives the whole last charge of a subscription back. */
  async refundLast(name: string): Promise<void> {
    await this.#accepted(name, this.#sdk.transaction.refund(await this.#lastCharge(name)))
  }

  /** Takes back the last charge before it is settled. */
  async voidLast(name: string): Promise<void> {
    await this.#accepted(name, this.#sdk.transaction.void(await this.#lastCharge(name)))
  }

  protected async rowsOf(subscriptionId: string): Promise<readonly string[]> {
    // A subscription has the newest twenty alone.
    const { items } = await this.story.tenant.shop.control(
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
    return Promise.all(rows)
  }

  async #lastCharge(name: string): Promise<string> {
    const { transactions = [] } = await this.#sdk.subscription.find(this.subscriptionOf(name))
    const [last] = transactions
    if (last === undefined) throw new Error(`${name} has paid nothing yet`)
    return last.id
  }

  get #sdk() {
    return this.story.tenant.shop.sdk
  }

  async #accepted(name: string, answer: Promise<{ readonly success: boolean; readonly message: string }>) {
    const { success, message } = await answer
    if (!success) throw new Error(`${this.accountOf(name)}: ${message}`)
  }
}
