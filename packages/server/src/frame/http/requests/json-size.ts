/**
 * More than any request needs, including unknown fields. Names cost most: each is decoded, compared with the others and made
 * a property.
 */
export const MAX_NAMES = 1000
export const MAX_VALUES = 10_000

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const OPENING_BRACE = 0x7b

/**
 * Whether a text that may be JSON has more names or values than are read, to complete the sentence "The body …". Looks at each
 * character once and stores nothing, so that a body is refused before its parts are made.
 */
export function oversize(text: string): string | null {
  let names = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case COLON:
        names += 1
        if (names > MAX_NAMES) return `has more than ${MAX_NAMES.toLocaleString('en')} names in its objects`
        break
      case COMMA:
      case OPENING_BRACKET:
      case OPENING_BRACE:
        // A list or an object has one value more than commas, or none.
        values += 1
        if (values > MAX_VALUES) return `has more than ${MAX_VALUES.toLocaleString('en')} values`
    }
  }
  return null
}

/** Where the quote is that ends a string, which is one with an even number of backslashes before it. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
