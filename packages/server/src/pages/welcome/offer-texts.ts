import type { OpenCode } from '@goodword/contract/codes/code'
import { welcome } from '@goodword/contract/words/areas/welcome'
import { fillPlaceholders } from '@goodword/contract/words/fill-placeholders'
import { speak } from '@goodword/contract/words/speak'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { FullSettings } from '../../frame/program/program-of.ts'

type Offer = {
  readonly code: string
  /** Null if it is unknown, or if the program hides it. */
  readonly firstName: PresentableName | null
  readonly appliesUntil: number | null
}

/** An offer in words: the program's own in this language, or ours. */
export function offerTexts(
  { code, firstName, appliesUntil }: Offer,
  { referredReward, texts }: FullSettings,
  locale: string,
): OpenCode['texts'] {
  const language = speak(
    welcome,
    [locale],
    { dateStyle: 'long', timeZone: 'UTC' },
    { part: 'welcome', texts },
  )
  const { translate, direction } = language
  const words = welcome[language.language]
  const reward = referredReward === null ? '' : language.reward(referredReward)
  const values = { code, reward, referrerName: firstName ?? translate('aFriend') }
  const own = (name: 'welcomeTitle' | 'welcomeText') => textOf(texts, locale, name)
  const title = fillPlaceholders(
    own('welcomeTitle') ?? words[titleName(firstName, reward)],
    values,
    direction,
  )
  const until = appliesUntil === null ? '' : translate('until', { date: language.date(appliesUntil) })
  const text = fillPlaceholders(own('welcomeText') ?? words.entered, values, direction)
  return {
    locale: language.locale,
    direction,
    title,
    text: [text, until].filter((it) => it !== '').join(' '),
    applied: translate('applied', { code, title }),
  }
}

/** Merchants write `de_AT` as well as `de-AT`; English for an invalid language. */
export function knownLocale(text: string | undefined): string {
  try {
    return Intl.getCanonicalLocales((text ?? '').replaceAll('_', '-') || 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function titleName(
  firstName: PresentableName | null,
  reward: string,
): 'gives' | 'given' | 'recommends' | 'recommended' {
  if (reward === '') return firstName === null ? 'recommended' : 'recommends'
  return firstName === null ? 'given' : 'gives'
}

/** The merchant's text: in this locale, else its language, else English. */
function textOf(
  texts: FullSettings['texts'],
  locale: string,
  name: 'welcomeTitle' | 'welcomeText',
): string | null {
  for (const known of [locale, locale.split('-')[0] ?? '', 'en']) {
    const text = Object.hasOwn(texts, known) ? texts[known]?.[name]?.trim() : undefined
    if (text) return text
  }
  return null
}
