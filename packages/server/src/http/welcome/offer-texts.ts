import type { OpenCode } from '@goodword/contract/code'
import type { LocaleTexts } from '@goodword/contract/widget-texts'
import { fillPlaceholders } from '@goodword/domain/outbound/mail'
import type { FullSettings } from '../../operations/foundation/program/program-of.ts'
import { mailLanguage } from '../../operations/outbound/mails/mail-language.ts'
import { type WelcomeWords, welcomeWords } from './welcome-words.ts'

type Offer = {
  readonly code: string
  /** Null if it is unknown, or if the program hides it. */
  readonly firstName: string | null
  readonly appliesUntil: number | null
}

/** An offer in words: the program's own in this language, or ours. */
export function offerTexts(
  { code, firstName, appliesUntil }: Offer,
  { referredReward, texts }: FullSettings,
  locale: string,
): OpenCode['texts'] {
  const words = wordsOf(locale)
  const language = mailLanguage(locale)
  const spoken = hasWords(locale) ? locale : 'en'
  const reward = referredReward === null ? '' : language.reward(referredReward)
  const values = { code, reward, referrerName: firstName ?? words.aFriend }
  const own = (name: 'welcomeTitle' | 'welcomeText') => textOf(texts, locale, name)
  const title = fillPlaceholders(own('welcomeTitle') ?? words[titleName(firstName, reward)], values)
  const until =
    appliesUntil === null ? '' : fillPlaceholders(words.until, { date: language.date(appliesUntil) })
  const text = fillPlaceholders(own('welcomeText') ?? words.entered, values)
  return {
    locale: spoken,
    direction: spoken.startsWith('ar') ? 'rtl' : 'ltr',
    title,
    text: [text, until].filter((it) => it !== '').join(' '),
    applied: fillPlaceholders(words.applied, { code, title }),
  }
}

/** Merchants write `de_AT` as well as `de-AT`; English for what is no language. */
export function knownLocale(text: string | undefined): string {
  try {
    return Intl.getCanonicalLocales((text ?? '').replaceAll('_', '-') || 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}

export function wordsOf(locale: string): WelcomeWords {
  const words = welcomeWords[hasWords(locale) ? languageOf(locale) : 'en']
  if (words === undefined) throw new Error('words of the greeting in English not found')
  return words
}

function hasWords(locale: string): boolean {
  return Object.hasOwn(welcomeWords, languageOf(locale))
}

function languageOf(locale: string): string {
  return locale.split('-')[0] ?? ''
}

function titleName(firstName: string | null, reward: string): keyof WelcomeWords {
  if (reward === '') return firstName === null ? 'recommended' : 'recommends'
  return firstName === null ? 'given' : 'gives'
}

/** The merchant's text: in this locale, else its language, else English. */
function textOf(texts: FullSettings['texts'], locale: string, name: keyof LocaleTexts): string | null {
  for (const known of [locale, locale.split('-')[0] ?? '', 'en']) {
    const text = Object.hasOwn(texts, known) ? texts[known]?.[name]?.trim() : undefined
    if (text) return text
  }
  return null
}
