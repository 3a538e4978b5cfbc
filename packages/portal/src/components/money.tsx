/** `<Money amount={19.96} currency="EUR" />`: an amount in the major unit, or `–` for null. */
export function Money({ amount, currency }: { readonly amount: number | null; readonly currency: string }) {
  return <span className="whitespace-nowrap">{amount === null ? '–' : moneyText(amount, currency)}</span>
}

/** The same as a text; a unit of the merchant's own is written behind the number. */
export function moneyText(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount.toLocaleString()} ${currency}`
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
}
