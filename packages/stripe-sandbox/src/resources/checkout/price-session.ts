import { type DiscountEntry, termsOfEntries } from '../../billing/give-discounts.ts'
import { priceItems } from '../../billing/price-items.ts'
import { findPrice } from '../../lookup/find.ts'
import { taxRateOf } from '../../lookup/tax-rates.ts'
import type { Customer } from '../../model/customer.ts'
import type { CheckoutSession } from '../../model/session.ts'
import { taxesOf } from '../../money/apply-taxes.ts'
import { stepOf } from '../../money/currencies.ts'
import type { Work } from '../../work.ts'

/** What a session comes to now; nothing where a trial begins. @throws {ApiError} for a discount that cannot be given */
export function priceSession(
  work: Work,
  session: Pick<
    CheckoutSession,
    'discount' | 'items' | 'promotionCode' | 'subscriptionTaxRates' | 'trialDays'
  >,
  customer: Customer | null,
): Pick<CheckoutSession, 'amountSubtotal' | 'amountTotal' | 'lines'> {
  const { account } = work
  const { items, subscriptionTaxRates } = session
  const currency = currencyOf(work, session)
  const [gross, step] = [priceItems(work, items, []), stepOf(currency)]
  const amount = gross.reduce((sum, each) => sum + each.amount, 0)
  const terms = termsOfEntries(work, entriesOf(session), { customer, currency, amount, reusable: [] })
  if (session.trialDays !== null) return { amountSubtotal: 0, amountTotal: 0, lines: items.map(() => free) }
  const lines = priceItems(work, items, terms).map((line, place) => {
    const own = items[place]?.taxRates ?? []
    const rates = (own.length > 0 ? own : subscriptionTaxRates).map((id) => taxRateOf(account, id))
    const taxes = taxesOf(line.amount - line.off, rates, step)
    const onTop = taxes.filter(({ rate }) => !rate.isInclusive)
    return { ...line, tax: sumOf(taxes), total: line.amount - line.off + sumOf(onTop) }
  })
  const amountTotal = lines.reduce((sum, { total }) => sum + total, 0)
  return { amountSubtotal: amount, amountTotal, lines }
}

/** The discount that a session gives, or the code that was entered. */
export function entriesOf({
  discount,
  promotionCode,
}: Pick<CheckoutSession, 'discount' | 'promotionCode'>): readonly DiscountEntry[] {
  const given = promotionCode === null ? discount : { kind: 'promotion_code' as const, id: promotionCode }
  return given === null ? [] : [{ ...given, param: `discounts[0][${given.kind}]` }]
}

export function currencyOf({ account }: Work, { items }: Pick<CheckoutSession, 'items'>): string {
  const [first] = items
  return first === undefined ? account.settings.currency : findPrice(account, first.price).currency
}

const free = { amount: 0, off: 0, tax: 0, total: 0 }

function sumOf(taxes: readonly { readonly amount: number }[]): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0)
}
