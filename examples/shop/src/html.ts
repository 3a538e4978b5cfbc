/** A piece of a page, safe to be put into another. */
export type Html = { readonly text: string }

type Piece = Html | readonly Html[] | string | number | null

/** HTML with values in it: values that are not HTML are written as text. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { text: strings.reduce((text, string, index) => text + written(values[index - 1] ?? null) + string) }
}

function written(value: Piece): string {
  if (value === null) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(`${value}`)
  return 'text' in value ? value.text : value.map((each) => each.text).join('')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
}

/** A value for a script, such that no text in it can end the script. */
export function forScript(value: unknown): Html {
  return { text: JSON.stringify(value).replaceAll('<', '\\u003c') }
}
