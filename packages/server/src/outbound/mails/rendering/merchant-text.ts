import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { LocaleMailTexts } from '@goodword/contract/mails/mail-texts'
import { knownLanguage } from '@goodword/contract/words/languages'

type MailSettings = Pick<EmailSettings, 'language' | 'texts'>

/**
 * The language of an e-mail: that of its reader where there are words in it, of ours or the merchant's, else that of the program.
 * Where both differ only by region, a region that the merchant chose counts, because the merchant's texts may be in it.
 */
export function mailLanguage({ language, texts }: MailSettings, locale: string | null): string {
  if (locale === null) return language
  const base = baseOf(locale)
  const hasWords =
    knownLanguage(locale) !== null || Object.hasOwn(texts, locale) || Object.hasOwn(texts, base)
  if (!hasWords) return language
  return base === baseOf(language) && language !== base ? language : locale
}

/**
 * A text of the merchant's for a kind of e-mails, in this language; in English where there are no words of ours in the language. Ours is
 * the better one elsewhere: an e-mail is in one language.
 */
export function merchantText<Found>(
  texts: MailSettings['texts'],
  language: string,
  find: (texts: LocaleMailTexts) => Found | undefined,
): Found | null {
  const isOurs = knownLanguage(language) !== null
  return firstIn(texts, [language, baseOf(language), ...(isOurs ? [] : ['en'])], find)
}

/** The merchant's footer: who sends the e-mail, so that it is there also where it is not in the language of the e-mail. */
export function merchantFooter({ language: ofProgram, texts }: MailSettings, language: string): string {
  const languages = [language, baseOf(language), ofProgram, baseOf(ofProgram), 'en']
  return firstIn(texts, languages, (it) => it.footer) ?? ''
}

function firstIn<Found>(
  texts: MailSettings['texts'],
  languages: readonly string[],
  find: (texts: LocaleMailTexts) => Found | undefined,
): Found | null {
  for (const language of languages) {
    const own = Object.hasOwn(texts, language) ? texts[language] : undefined
    const found = own === undefined ? undefined : find(own)
    if (found !== undefined) return found
  }
  return null
}

function baseOf(language: string): string {
  return language.split('-', 1)[0] ?? ''
}
