import { type Money, parseCurrency } from '@goodword/domain/values/money'

export const usd = (minor: number): Money => money(minor, 'USD')
export const eur = (minor: number): Money => money(minor, 'EUR')

function money(minor: number, code: string): Money {
  const currency = parseCurrency(code)
  if (currency === null) throw new Error(`${code} is not a currency`)
  return { minor, currency }
}
