import type { Direction } from './languages.ts'

/** A placeholder of a text, such as `{friendName}`; other braces are ordinary text. */
const PLACEHOLDER = /\{(\w{1,40})\}/g

/** The names of the placeholders in a text, in their order. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** Replaces placeholders once: a value that looks like a placeholder stays as it is. */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  direction: Direction = 'ltr',
): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return whole
    return direction === 'rtl' ? isolated(value) : value
  })
}

/**
 * Keeps the direction of a value apart from that of the text around it (first strong isolate): a name or a code in Latin
 * letters otherwise pulls the punctuation beside it to the wrong side. An address stays as it is, so that it can be copied.
 */
function isolated(value: string): string {
  return value === '' || /^https?:/.test(value) ? value : `\u2068${value}\u2069`
}
