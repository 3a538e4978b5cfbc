import type { LocaleTexts, WidgetTexts } from '@goodword/contract/widget-texts'
import type { WidgetTheme } from '@goodword/contract/widget-theme'

type Fields = Readonly<Record<string, unknown>>

// Records, so that a new name in the contract is a compile error here.
const themeNames: Readonly<Record<keyof WidgetTheme, true>> = {
  colorScheme: true,
  accentColor: true,
  backgroundColor: true,
  darkBackgroundColor: true,
  logo: true,
  font: true,
  cornerRadius: true,
}
const textNames: Readonly<Record<keyof LocaleTexts, true>> = {
  title: true,
  introduction: true,
  shareMessage: true,
  emailSubject: true,
  terms: true,
  welcomeTitle: true,
  welcomeText: true,
  termsLink: true,
  words: true,
}

/** The known fields of a theme. The first release accepted any name, and requests may have other names. */
export function knownTheme(theme: unknown): WidgetTheme {
  return fieldsOf(theme, (name) => Object.hasOwn(themeNames, name))
}

/** Reads texts, which the first release stored without a language. */
export function knownTexts(texts: unknown): WidgetTexts {
  const languages = Object.entries<unknown>(fieldsOf(texts, (_, value) => isFields(value)))
  return Object.fromEntries(
    languages.map(([locale, each]) => [locale, fieldsOf(each, (name) => Object.hasOwn(textNames, name))]),
  )
}

/** Values were checked when they were set. */
function fieldsOf<Known extends object>(given: unknown, isKnown: (name: string, value: unknown) => boolean) {
  const entries = isFields(given) ? Object.entries(given) : []
  return Object.fromEntries(entries.filter(([name, value]) => isKnown(name, value))) as Known
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
