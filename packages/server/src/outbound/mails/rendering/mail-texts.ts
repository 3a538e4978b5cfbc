import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { mails } from '@goodword/contract/words/areas/mails'
import { fillPlaceholders } from '@goodword/contract/words/fill-placeholders'
import type { Language } from '@goodword/contract/words/language'
import { directionOf } from '@goodword/contract/words/languages'
import { speak } from '@goodword/contract/words/speak'
import type { MailKind } from '@goodword/domain/outbound/mail'
import { isCredit, type RewardSpec } from '@goodword/domain/rewards/reward'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { mailLanguage, merchantFooter, merchantText } from './merchant-text.ts'

/** The content of an e-mail. */
export type MailParts = {
  readonly kind: MailKind
  /** The language of its reader, as far as it is known. */
  readonly locale: string | null
  /** An invitation needs all of them. */
  readonly emails: Pick<EmailSettings, 'language' | 'texts'> &
    Partial<Pick<EmailSettings, 'postalAddress' | 'privacyPage'>>
  /** The texts of the program, which may have words in the place of ours. */
  readonly texts: WidgetTexts
  readonly programName: string
  /** The colour of buttons, as `#rrggbb`; null for the default. */
  readonly accentColor: string | null
  /** The address of the merchant's logo; null without one. */
  readonly logo: string | null
  readonly firstName: PresentableName | null
  readonly friendName: PresentableName | null
  /** Who invites, in an invitation. */
  readonly senderName: PresentableName | null
  /** The recipient's reward, or the rest of it. */
  readonly reward: RewardSpec | null
  readonly expiresAt: number | null
  /** When an earned percentage begins that waits for others; absent for any other e-mail. */
  readonly turnAt?: number | null
  readonly shareLink: string
  /** Where the recipient of a `REFERRAL_CHECKED` can write about it. */
  readonly appealLink?: string
  readonly unsubscribeLink: string
}

/** The parts of a message in the order in which they are read. */
export type MailTexts = {
  /** The language may be one that only the merchant has texts in. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly subject: string
  readonly heading: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly text: string; readonly link: string } | null
  readonly footer: readonly string[]
  /** Where the merchant says what becomes of personal data; null but in invitations. */
  readonly privacy: { readonly text: string; readonly link: string } | null
  /** Null for an e-mail that its recipient asked for. */
  readonly unsubscribe: { readonly text: string; readonly link: string } | null
  readonly shareLink: string
  readonly accentColor: string | null
  /** The logo, with the name of the merchant for those who do not see it. */
  readonly logo: { readonly link: string; readonly text: string } | null
}

type TextName = 'subject' | 'heading' | 'body' | 'button'

/** Chooses and fills the texts of an e-mail. */
export function mailTextsOf(parts: MailParts): MailTexts {
  const { kind, emails, shareLink, expiresAt, turnAt = null, firstName } = parts
  const locale = mailLanguage(emails, parts.locale)
  const language = speak(
    mails,
    [locale],
    { dateStyle: 'long', timeZone: 'UTC' },
    { part: 'mails', texts: parts.texts },
  )
  const { translate } = language
  const direction = directionOf(locale)
  const values = placeholderValues(parts, language)
  const fill = (text: string) => fillPlaceholders(text, values, direction)
  const words = mails[language.language]
  const textOf = (name: TextName): string =>
    merchantText(emails.texts, locale, (texts) => texts[kind]?.[name]) ??
    ((kind === 'FRIEND_JOINED' || kind === 'SHARE_REMINDER' || kind === 'INVITATION') &&
    name === 'body' &&
    parts.reward === null
      ? words[`${kind}.bodyWithoutReward`]
      : words[`${kind}.${name}`])
  const lineOf = (name: TextName) => fill(oneLine(textOf(name)))
  const button = lineOf('button')
  const end = expiresAt === null ? null : { expiryDate: language.date(expiresAt) }
  const validity =
    end === null
      ? []
      : kind === 'REWARD_EARNED'
        ? [translate('validUntil', end)]
        : kind === 'REFERRAL_CHECKED'
          ? [translate('checkedUntil', end)]
          : []
  const waiting = turnAt === null ? [] : [translate('queuedFrom', { beginDate: language.date(turnAt) })]
  const footer = merchantFooter(emails, locale)
  return {
    language: locale,
    direction,
    subject: lineOf('subject'),
    heading: lineOf('heading'),
    greeting: firstName === null ? translate('greetingWithoutName') : translate('greeting', { firstName }),
    paragraphs: [...paragraphsOf(textOf('body')).map(fill), ...waiting, ...validity],
    button: button === '' ? null : { text: button, link: parts.appealLink ?? shareLink },
    ...(kind === 'INVITATION' ? endOfInvitation() : endOfMail()),
    shareLink,
    accentColor: parts.accentColor,
    logo: logoOf(parts),
  }

  function endOfMail(): Pick<MailTexts, 'footer' | 'privacy' | 'unsubscribe'> {
    return {
      footer: [...paragraphsOf(footer), translate('why', { programName: oneLine(parts.programName) })],
      privacy: null,
      unsubscribe: { text: translate('unsubscribe'), link: parts.unsubscribeLink },
    }
  }

  /** The friend reads who asked for the e-mail and why, who sent it, and how to get no more. */
  function endOfInvitation(): Pick<MailTexts, 'footer' | 'privacy' | 'unsubscribe'> {
    const { postalAddress = null, privacyPage = null } = emails
    return {
      footer: [fill(words.invitedBecause), ...paragraphsOf(footer), ...paragraphsOf(postalAddress ?? '')],
      privacy: privacyPage === null ? null : { text: translate('privacy'), link: privacyPage },
      unsubscribe: { text: translate('noInvitations'), link: parts.unsubscribeLink },
    }
  }
}

export function logoOf({ logo, programName }: Pick<MailParts, 'logo' | 'programName'>): MailTexts['logo'] {
  return logo === null ? null : { link: logo, text: oneLine(programName) }
}

function placeholderValues(
  { friendName, senderName, reward, expiresAt, programName, shareLink }: MailParts,
  language: Language<typeof mails.en>,
): Readonly<Record<string, string>> {
  return {
    friendName: friendName === null ? language.translate('aFriend') : oneLine(friendName),
    senderName: senderName === null ? language.translate('aFriend') : oneLine(senderName),
    reward:
      reward === null ? language.translate('aReward') : oneLine(language.reward(withoutValidity(reward))),
    expiryDate: expiresAt === null ? '' : language.date(expiresAt),
    programName: oneLine(programName),
    shareLink,
  }
}

/** An e-mail says until when a credit is valid in a sentence of its own. */
function withoutValidity(spec: RewardSpec): RewardSpec {
  if (!isCredit(spec)) return spec
  const { monthsCreditIsValid: _, ...rest } = spec
  return rest
}

/** Values from outside become part of headers and of lines: no line breaks, control characters or text direction marks. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Blank lines separate paragraphs; other line breaks are kept. */
export function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.replaceAll('\r\n', '\n').split(/[\n\r\u2028\u2029]/)) {
    const plain = oneLine(line)
    if (plain === '') end()
    else lines.push(plain)
  }
  end()
  return paragraphs
}
