import type { EmailSettings } from '@goodword/contract/email-settings'
import { fillPlaceholders, type MailKind } from '@goodword/domain/outbound/mail'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { type MailLanguage, mailLanguage } from './mail-language.ts'
import { merchantText } from './merchant-text.ts'

/** What an e-mail says; names have been checked by `mailName`. */
export type MailParts = {
  readonly kind: MailKind
  readonly emails: Pick<EmailSettings, 'language' | 'texts'>
  readonly programName: string
  /** The colour of buttons, as `#rrggbb`; null for the default. */
  readonly accentColor: string | null
  readonly firstName: string | null
  readonly friendName: string | null
  /** What the recipient gets, has, or has left. */
  readonly reward: RewardSpec | null
  readonly expiresAt: number | null
  readonly shareLink: string
  readonly unsubscribeLink: string
}

/** The parts of a message in the order in which they are read. */
export type MailLayout = {
  readonly language: string
  readonly subject: string
  readonly heading: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button: { readonly text: string; readonly link: string } | null
  readonly footer: readonly string[]
  readonly unsubscribe: { readonly text: string; readonly link: string }
  readonly shareLink: string
  readonly accentColor: string | null
}

type TextName = 'subject' | 'heading' | 'body' | 'button'

/** Chooses and fills the texts of an e-mail. */
export function layoutOf(parts: MailParts): MailLayout {
  const { kind, emails, shareLink, expiresAt, firstName } = parts
  const language = mailLanguage(emails.language)
  const { translate } = language
  const values = placeholderValues(parts, language)
  const own = (name: TextName) => merchantText(emails.texts, emails.language, (texts) => texts[kind]?.[name])
  const filled = (name: TextName) => fillPlaceholders(own(name) ?? defaultText(name), values)
  const defaultText = (name: TextName): string =>
    (kind === 'FRIEND_JOINED' || kind === 'SHARE_REMINDER') && name === 'body' && parts.reward === null
      ? translate(`${kind}.bodyWithoutReward`)
      : translate(`${kind}.${name}`)
  const button = oneLine(filled('button'))
  const validity =
    kind === 'REWARD_EARNED' && expiresAt !== null
      ? [translate('validUntil', { expiryDate: language.date(expiresAt) })]
      : []
  const footer = merchantText(emails.texts, emails.language, (texts) => texts.footer)
  return {
    language: language.chosen,
    subject: oneLine(filled('subject')),
    heading: oneLine(filled('heading')),
    greeting: firstName === null ? translate('greetingWithoutName') : translate('greeting', { firstName }),
    paragraphs: [...paragraphsOf(filled('body')), ...validity],
    button: button === '' ? null : { text: button, link: shareLink },
    footer: [...paragraphsOf(footer ?? ''), translate('why', { programName: oneLine(parts.programName) })],
    unsubscribe: { text: translate('unsubscribe'), link: parts.unsubscribeLink },
    shareLink,
    accentColor: parts.accentColor,
  }
}

function placeholderValues(
  { friendName, reward, expiresAt, programName, shareLink }: MailParts,
  language: MailLanguage,
): Readonly<Record<string, string>> {
  return {
    friendName: friendName ?? language.translate('aFriend'),
    reward: oneLine(reward === null ? language.translate('aReward') : language.reward(reward)),
    expiryDate: expiresAt === null ? '' : language.date(expiresAt),
    programName: oneLine(programName),
    shareLink,
  }
}

/** Values from outside become part of headers and of lines: no line breaks, control characters or text direction marks. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** Blank lines separate paragraphs; other line breaks are kept. */
function paragraphsOf(text: string): readonly string[] {
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
