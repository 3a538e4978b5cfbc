/** The bills of a subscription as a table, the first one first: the day, what our discount took off, and the charge. */
export type BillTable = string

/** `2040-01-31 |  3.00 | 27.00`, and ` | refunded 3.00` behind it where money was given back. */
export function billRow(day: string, discount: string, amount: string, refunds: readonly string[]): string {
  const row = `${day} | ${discount.padStart(6)} | ${amount.padStart(6)}`
  return refunds.length === 0 ? row : `${row} | refunded ${refunds.join(' and ')}`
}

export function tableOf(rows: readonly string[]): BillTable {
  return `\n${rows.join('\n')}\n`
}

type Calendar = {
  /** `YYYY-MM-DD` */
  readonly from: string
  /** The price in minor units. */
  readonly price: number
  /** The discount on each bill in minor units, the first one first. */
  readonly off: readonly number[]
  /** Months from one bill to the next. */
  readonly everyMonths?: number
  /** Whether a bill of nothing is one, as at Stripe. */
  readonly withZero?: boolean
  /** The decimals of the currency. */
  readonly decimals?: number
}

/**
 * The bills that a calendar comes to. It counts months by itself, so that a mistake of the service's own dates shows. A bill
 * of nothing is no charge at Braintree.
 */
export function billsBy(calendar: Calendar): BillTable {
  const { from, price, off, everyMonths = 1, withZero = false, decimals = 2 } = calendar
  const dayOfMonth = Number(from.slice(8))
  const text = (minor: number) => (minor / 10 ** decimals).toFixed(decimals)
  const rows = off.flatMap((minor, index) => {
    const day = dayAfterMonths(from, index * everyMonths, dayOfMonth)
    if (minor >= price && !withZero) return []
    return [billRow(day, minor === 0 ? '' : text(minor), text(price - minor), [])]
  })
  return tableOf(rows)
}

/** The bills of 30.00 a month from 31 January 2040 on, with these discounts in minor units. */
export function monthly(...off: readonly number[]): BillTable {
  return billsBy({ from: '2040-01-31', price: 3000, off })
}

/** Returns bills with an amount such as `3.00` of the first one given back. */
export function withRefund(amount: string, bills: BillTable): BillTable {
  return bills.replace(/(?<=^\n.*)\n/, ` | refunded ${amount}\n`)
}

/** Returns so many bills with the same discount, in minor units. */
export function times(bills: number, off: number): readonly number[] {
  return Array.from({ length: bills }, () => off)
}

function dayAfterMonths(from: string, months: number, dayOfMonth: number): string {
  const [year = 0, month = 1] = from.split('-').map(Number)
  const counted = year * 12 + (month - 1) + months
  const [inYear, inMonth] = [Math.floor(counted / 12), (counted % 12) + 1]
  const day = Math.min(dayOfMonth, lengthOfMonth(inYear, inMonth))
  return [String(inYear), String(inMonth).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

function lengthOfMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeap ? 29 : 28
}
