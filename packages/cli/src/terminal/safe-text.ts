/**
 * Characters by which a text could change what a screen shows: controls, which begin escape sequences, marks that turn the
 * direction of text around, and line separators.
 */
const unsafe = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/gu
/** API keys and signing keys of the service, wherever they stand. */
const keys = /\b(gw_(?:live|test|sign)_)[\w-]+/g

/** A text of someone else as one line that is safe to show. */
export function safeText(text: string): string {
  return text.replaceAll(unsafe, (it) => (it === '\n' || it === '\t' ? ' ' : '?'))
}

/** Lines of our own with texts of others in them: only line breaks are kept. */
export function safeLines(text: string): string {
  return text.split('\n').map(safeText).join('\n')
}

/** A value as JSON in ASCII where a character could change what a screen shows. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(unsafe, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A value as JSON with a line for each field, for people, and in ASCII likewise. */
export function safeJsonLines(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split('\n')
  return lines.map((line) => line.replaceAll(unsafe, escaped)).join('\n')
}

/** A text without keys, for messages that may quote typed text. */
export function withoutKeys(text: string): string {
  return text.replaceAll(keys, '$1…')
}
