/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | false | readonly Piece[]

/** HTML with values in it; each value is written as text, unless it is HTML itself. */
export function html(texts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  let whole = ''
  for (const [index, text] of texts.entries()) whole += text + written(values[index] ?? null)
  return new Html(whole)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(value: Piece): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(written).join('')
  return `${value}`.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)
}
