/** Money in whole hundredths; the gateway writes two decimals for every currency that it bills here. May be negative. */
export type Cents = number

/** The gateway's way to write money: `12.34`, `-4.00`. */
export function moneyText(cents: Cents): string {
  const text = `${Math.abs(cents)}`.padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Reads `12`, `12.3` and `12.34`; null when it is no such number. */
export function parseMoney(text: string): Cents | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (match === null) return null
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] === '-' ? 0 - cents : cents
}
