/** `count(1, 'referral')` is "1 referral", `count(1200, 'referral')` "1,200 referrals" in an English browser. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? noun : plural}`
}

/** `singular('entries')` is "entry", `singular('referrals')` "referral", `singular('people')` "person". */
export function singular(nouns: string): string {
  return nouns
    .replace(/people$/, 'person')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
}

/** An amount in the major unit as a text; a unit of the merchant's own is written behind the number. */
export function moneyText(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount.toLocaleString()} ${currency}`
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
}

/** A percentage of 0 to 100 and more, in the one form of all pages: "12.5%". */
export function percentText(percent: number, maximumFractionDigits = 2): string {
  return (percent / 100).toLocaleString(undefined, { style: 'percent', maximumFractionDigits })
}

/** Amounts in several currencies: "€120.00, $40.00". */
export function amountsText(
  amounts: readonly { readonly amount: number; readonly currency: string }[],
): string {
  return amounts.map(({ amount, currency }) => moneyText(amount, currency)).join(', ')
}
