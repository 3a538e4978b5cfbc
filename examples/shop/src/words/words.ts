import { type Html, html } from '../html.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export type Words = typeof en

const languages: Readonly<Record<string, Words>> = { en, de }

/** The words of the shop in the language that a browser prefers (`Accept-Language`); English where there are none in any. */
export function wordsFor(acceptLanguage = ''): Words {
  const wanted = acceptLanguage.split(',').map((part) => {
    const [tag = '', quality = 'q=1'] = part.trim().split(/\s*;\s*/)
    return { language: tag.split('-')[0]?.toLowerCase() ?? '', quality: Number(quality.slice(2)) || 0 }
  })
  const known = wanted.filter((it) => it.quality > 0 && Object.hasOwn(languages, it.language))
  const [first] = known.toSorted((one, other) => other.quality - one.quality)
  return languages[first?.language ?? 'en'] ?? en
}

/** A text with values in the place of what stands in braces. */
export function filled(text: string, values: Readonly<Record<string, Html | string>>): Html {
  return html`${text.split(/[{}]/).map((piece, index) => html`${index % 2 === 0 ? piece : (values[piece] ?? '')}`)}`
}
