import type { BillingStory } from './billing-story.ts'
import type { ProcessorStory, Subscriber } from './processor-story.ts'

export type Bill = Readonly<Record<string, unknown>> & { readonly id: string; readonly date: number }

/** The bills that the service keeps, the first one first. */
export async function billsOf(story: ProcessorStory, query = ''): Promise<readonly Bill[]> {
  const { body } = await story.call('GET', `/bills?order=OLDEST&limit=1000${query}`)
  // The answers were held to the contract.
  return body.bills as readonly Bill[]
}

/** The bills as a table: day, price, expected and actual discount, charge and refunds, state and reason. */
export async function ledgerOf(story: ProcessorStory, query = ''): Promise<string> {
  const amount = (value: unknown) => Number(value).toFixed(2).padStart(5)
  const rows = (await billsOf(story, query)).map((it) => {
    const amounts = [it.price, it.expectedDiscount, it.actualDiscount, it.charged, it.refunded].map(amount)
    const day = new Date(it.date).toISOString().slice(0, 10)
    return [day, ...amounts, it.state, ...(it.reason === null ? [] : [it.reason])].join(' | ')
  })
  return `\n${rows.join('\n')}\n`
}

/** Changes the discount of a subscription at the processor, or removes it. */
export async function setByHand(
  story: BillingStory,
  { subscriptionId }: Subscriber,
  amount: string | null,
): Promise<void> {
  const discounts =
    amount === null
      ? { remove: ['referral_discount'] }
      : { update: [{ existingId: 'referral_discount', amount }] }
  const { success, message } = await story.tenant.shop.sdk.subscription.update(subscriptionId, {
    discounts,
    options: { prorateCharges: false },
  } as never)
  if (!success) throw new Error(message)
}

/** The events about bills in the timeline of an account, newest first. */
export async function billEvents(story: ProcessorStory, account: string): Promise<readonly string[]> {
  const { body } = await story.call('GET', `/account/${account}/timeline?limit=100`)
  const events = body.events as { type: string; message: string; note: string | null }[]
  return events
    .filter((it) => it.type.startsWith('bill.'))
    .map((it) => `${it.type}: ${it.message}${it.note === null ? '' : ` (${it.note})`}`)
}
