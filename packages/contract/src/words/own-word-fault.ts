import { hostedPage } from './areas/hosted-page.ts'
import { mails } from './areas/mails.ts'
import { pages } from './areas/pages.ts'
import { rewards } from './areas/rewards.ts'
import { welcome } from './areas/welcome.ts'
import { widget } from './areas/widget.ts'
import { placeholdersIn } from './fill-placeholders.ts'
import { chooseLocale, type LanguageTag } from './languages.ts'
import type { Plural } from './translation.ts'

type AnyArea = Readonly<Record<LanguageTag, Readonly<Record<string, string | Plural>>>>

export type OwnablePart = 'widget' | 'hostedPage' | 'welcome' | 'rewards' | 'mails' | 'pages'

/** The parts whose words a merchant can replace. */
const ownableParts: Readonly<Record<OwnablePart, AnyArea>> = {
  widget,
  hostedPage,
  welcome,
  rewards,
  mails,
  pages,
}

/** A text that a merchant can replace, and its text in the language of the reader. */
export type OwnableWord = { readonly name: string; readonly text: string; readonly category: string | null }

/** All texts of a part that a merchant can replace, in this language or the one that it falls back to. */
export function ownableWords(part: OwnablePart, locale: string): readonly OwnableWord[] {
  const { language } = chooseLocale([locale])
  return Object.entries(ownableParts[part][language]).flatMap(([name, text]): readonly OwnableWord[] => {
    if (isFixed[part]?.test(name)) return []
    const whole = `${part}.${name}`
    if (typeof text === 'string') return [{ name: whole, text, category: null }]
    return Object.entries(text).map(([category, form]) => ({
      name: `${whole}.${category}`,
      text: form,
      category,
    }))
  })
}

const isFixed: { readonly [Part in OwnablePart]?: RegExp } = {
  // The texts of each kind of e-mail are settings of e-mails.
  mails: /^[A-Z_]+[.]/,
  // The program is not known there.
  pages: /^(shareLink[.]unavailable|unsubscribe[.]unknown)[.]/,
}

/** The fault of a merchant's text for a word, as the end of a sentence about it; null without one. */
export function ownWordFault(locale: string, name: string, text: string): string | null {
  const part = (Object.keys(ownableParts) as OwnablePart[]).find((it) => name.startsWith(`${it}.`))
  const word = part && ownableWords(part, locale).find((it) => it.name === name)
  if (word === undefined) return 'is not the name of a text that can be replaced in this language'
  const [expected, given] = [placeholdersIn(word.text), placeholdersIn(text)]
  const unknown = given.find((it) => !expected.includes(it) && !(it === 'count' && word.category !== null))
  const allowed = expected.length === 0 ? 'it has none' : `it has ${named(expected)}`
  if (unknown !== undefined) return `has the unknown placeholder {${unknown}}: ${allowed}`
  const missing = expected.find((it) => !given.includes(it))
  return missing === undefined ? null : `lacks the placeholder {${missing}}: ${allowed}`
}

function named(placeholders: readonly string[]): string {
  return [...new Set(placeholders)].map((it) => `{${it}}`).join(', ')
}
