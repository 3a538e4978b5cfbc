import { moneyText } from '../../format/number-text.ts'

/** `<Money amount={19.96} currency="EUR" />`: an amount in the major unit, or `–` for null. */
export function Money({ amount, currency }: { readonly amount: number | null; readonly currency: string }) {
  return <span className="whitespace-nowrap">{amount === null ? '–' : moneyText(amount, currency)}</span>
}
