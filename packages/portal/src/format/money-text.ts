/** An amount in the major unit as a text; a unit of the merchant's own is written behind the number. */
export function moneyText(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount.toLocaleString()} ${currency}`
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
}
