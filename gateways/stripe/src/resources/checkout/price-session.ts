import { type DiscountEntry, termsOfEntries } from '../../billing/give-discounts.ts'
import { priceItems } from '../../billing/price-items.ts'
import { findPrice } from '../../lookup/find.ts'
import { taxRateOf } from '../../lookup/tax-rates.ts'
import type { Customer } from '../../model/customer.ts'
import type { CheckoutSession, SessionItem, SessionLine } from '../../model/session.ts'
import { taxesOf } from '../../money/apply-taxes.ts'
import { stepOf } from '../../money/currencies.ts'
import type { Work } from '../../work.ts'

type Begun = Pick<
  CheckoutSession,
  'currency' | 'discount' | 'hasTrial' | 'items' | 'promotionCode' | 'subscriptionTaxRates'
>

/**
 * The present amounts of a session; recurring items are free in a trial. @throws {ApiError} for a discount that cannot be
 * given
 */
export function priceSession(
  work: Work,
  session: Begun,
  customer: Customer | null,
): Pick<CheckoutSession, 'amountSubtotal' | 'amountTotal' | 'lines'> {
  const { items, currency } = session
  const isDue = ({ price }: SessionItem) => !session.hasTrial || !recurs(work, price)
  const due = items.filter(isDue)
  const gross = priceItems(work, due, [], currency).reduce((sum, each) => sum + each.amount, 0)
  const amount = priceItems(work, items, [], currency).reduce((sum, each) => sum + each.amount, 0)
  const terms = termsOfEntries(work, entriesOf(session), { customer, currency, amount, reusable: [] })
  const priced = priceItems(work, due, terms, currency)
  const lines = items.map((item) => {
    const line = isDue(item) ? priced[due.indexOf(item)] : undefined
    return line === undefined ? free : taxed(work, session, item, line)
  })
  return { amountSubtotal: gross, amountTotal: lines.reduce((sum, { total }) => sum + total, 0), lines }
}

function taxed(
  { account }: Work,
  { subscriptionTaxRates, currency }: Begun,
  { taxRates }: SessionItem,
  line: Pick<SessionLine, 'amount' | 'off'>,
): SessionLine {
  const ids = taxRates.length > 0 ? taxRates : subscriptionTaxRates
  const rates = ids.map((id) => taxRateOf(account, id))
  const taxes = taxesOf(line.amount - line.off, rates, stepOf(currency))
  const onTop = taxes.filter(({ rate }) => !rate.isInclusive)
  return { ...line, tax: sumOf(taxes), total: line.amount - line.off + sumOf(onTop) }
}

/** Whether a price is charged again and again. */
export function recurs({ account }: Work, price: string): boolean {
  return findPrice(account, price).recurring !== null
}

/** The discount that a session gives, or the code that was entered. */
export function entriesOf({
  discount,
  promotionCode,
}: Pick<CheckoutSession, 'discount' | 'promotionCode'>): readonly DiscountEntry[] {
  const given = promotionCode === null ? discount : { kind: 'promotion_code' as const, id: promotionCode }
  return given === null ? [] : [{ ...given, param: `discounts[0][${given.kind}]` }]
}

const free: SessionLine = { amount: 0, off: 0, tax: 0, total: 0 }

function sumOf(taxes: readonly { readonly amount: number }[]): number {
  return taxes.reduce((sum, { amount }) => sum + amount, 0)
}
