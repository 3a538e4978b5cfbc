/**
 * What the service makes up anew each time: its address in the test, keys, ids of records, referral codes, cursors of
 * lists. A guide shows values of its own for them. The first time that an answer is compared, a shown value is paired
 * with the actual one, and from then on it stands for that one alone: in commands, and in later answers.
 */
export class MadeValues {
  readonly #actualOf = new Map<string, string>()
  readonly #shownOf = new Map<string, string>()

  /** What a guide shows of addresses, and what they are. */
  constructor(addresses: Readonly<Record<string, string>>) {
    for (const [shown, actual] of Object.entries(addresses)) this.#pair(shown, actual)
  }

  /** A command or a file of the guide, with the actual values. */
  actual(text: string): string {
    return text.replaceAll(MADE, (shown) => this.#actualOf.get(shown) ?? shown)
  }

  /** Whether a text of an answer is the shown one, made values aside; pairs those that are met for the first time. */
  isShownAs(actual: string, shown: string): boolean {
    const [ones, others] = [actual.split(MADE), shown.split(MADE)]
    if (ones.length !== others.length || ones.some((it, index) => it !== others[index])) return false
    const shownMade = shown.match(MADE) ?? []
    return (actual.match(MADE) ?? []).every((made, index) => this.#isPair(shownMade[index] ?? '', made))
  }

  /** Times match any time, and in commands become the one that they were last shown for. */
  isTimeShownAs(actual: number, shown: number): boolean {
    if (!isTime(actual) || !isTime(shown)) return false
    this.#actualOf.set(`${shown}`, `${actual}`)
    return true
  }

  #isPair(shown: string, actual: string): boolean {
    if (kindOf(shown) !== kindOf(actual)) return false
    if (isTime(Number(shown))) return this.isTimeShownAs(Number(actual), Number(shown))
    if (!this.#actualOf.has(shown) && !this.#shownOf.has(actual)) this.#pair(shown, actual)
    return this.#actualOf.get(shown) === actual
  }

  #pair(shown: string, actual: string): void {
    this.#actualOf.set(shown, actual)
    this.#shownOf.set(actual, shown)
  }
}

const kinds = {
  address: /http:\/\/127\.0\.0\.1:\d+/,
  // In the URL for notifications.
  token: /(?<=\/hooks\/[a-z0-9_]{1,64}\/)[\w…-]+/,
  // In the URL of an exported file.
  signature: /(?<=&signature=)[\w-]+/,
  key: /gw_(?:live|test|sign)_[\w…]+/,
  // In the record that proves a domain.
  proof: /(?<=goodword-verification=)[0-9a-f]{32}/,
  secret: /whsec_[\w+/=…]+/,
  id: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/,
  // The alphabet of codes that the service makes; those that people choose are compared like any text.
  code: /(?<![\w-])[BCDFGHJKMNPQRTVWXYZ2346789]{9}(?![\w-])/,
  cursor: /(?<![\w-])(?=[\w-]*[a-z])A[\w-]{21}(?:[\w-]{16})?(?![\w-])/,
  // Of the events feed: 64 bits that are mostly zero.
  position: /(?<![\w-])AQAAAA[\w-]{6}(?![\w-])/,
  time: /(?<![\w.])[12]\d{12}(?![\w.])/,
}
const MADE = new RegExp(
  Object.values(kinds)
    .map((it) => it.source)
    .join('|'),
  'g',
)

function kindOf(made: string): string {
  const [kind = ''] = Object.entries(kinds).find(([, it]) => new RegExp(`^${it.source}$`).test(made)) ?? []
  return kind === 'key' ? made.slice(0, 'gw_live_'.length) : kind
}

function isTime(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1e12 && value < 3e12
}
