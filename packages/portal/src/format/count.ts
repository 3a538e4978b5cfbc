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
