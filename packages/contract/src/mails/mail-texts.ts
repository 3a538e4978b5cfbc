import { allMailKinds, type MailKind, mailTraits } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import { type FormatName, mailFormatName } from '../frame/formats.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { LOCALE } from '../pages/widget-texts.ts'

const MAX_LINE = 200
const MAX_TEXT = 2000

const line = (format: FormatName, description: string, example: string) =>
  Type.Optional(Type.String({ format, maxLength: MAX_LINE, description, examples: [example] }))

const text = (format: FormatName, description: string, example: string) =>
  Type.Optional(Type.String({ format, maxLength: MAX_TEXT, description, examples: [example] }))

type Example = { readonly subject: string; readonly heading: string; readonly body: string }

function textsOf(kind: MailKind) {
  const example = examples[kind]
  const [lineFormat, textFormat] = [mailFormatName(kind, 'line'), mailFormatName(kind, 'text')]
  const names = mailTraits[kind].placeholders.map((name) => `\`{${name}}\``).join(', ')
  return Type.Optional(
    Type.Object(
      {
        subject: line(lineFormat, 'The subject.', example.subject),
        heading: line(lineFormat, 'The heading of the message.', example.heading),
        body: text(
          textFormat,
          'The message below the heading. A blank line begins a paragraph. It is plain text: HTML is shown as it is written.',
          example.body,
        ),
        button: line(
          lineFormat,
          'The text of the link to the share link, or of `REFERRAL_CHECKED` to the page on which the referrer can write to you; empty for none.',
          'Share your link',
        ),
      },
      { description: `Texts of \`${kind}\`. Placeholders: ${names}.` },
    ),
  )
}

const examples: Readonly<Record<MailKind, Example>> = {
  FRIEND_JOINED: {
    subject: '{friendName} joined',
    heading: 'Thank you',
    body: '{friendName} came through your link. You get {reward} when they become a customer.',
  },
  REWARD_EARNED: { subject: 'You earned {reward}', heading: 'Thank you', body: 'Your reward: {reward}.' },
  REWARD_EXPIRING: {
    subject: 'Your reward expires on {expiryDate}',
    heading: 'Use it while it lasts',
    body: 'You still have {reward}, until {expiryDate}.',
  },
  DISCOUNT_ENDING: {
    subject: 'Your discount ends on {expiryDate}',
    heading: 'Keep it going',
    body: 'Your {reward} end on {expiryDate}. Recommend us again for more.',
  },
  SHARE_REMINDER: {
    subject: 'You have a link to share',
    heading: 'Do you like us?',
    body: 'You get {reward} for each friend who becomes a customer.',
  },
  REFERRAL_CHECKED: {
    subject: 'We are checking your invitation',
    heading: 'A check',
    body: 'We are checking your invitation of {friendName}. There is nothing that you have to do.',
  },
  INVITATION: {
    subject: '{senderName} invites you',
    heading: 'A gift from {senderName}',
    body: 'With the link of {senderName} you get {reward}.',
  },
}

// The table has every kind.
const kinds = Object.fromEntries(allMailKinds.map((it) => [it, textsOf(it)])) as Record<
  MailKind,
  ReturnType<typeof textsOf>
>

export const LocaleMailTexts = Type.Object(
  {
    ...kinds,
    footer: text(
      'long-text',
      'Text at the end of every e-mail, such as the name and postal address of your business. No placeholders.',
      'Example Ltd, 1 Main Street, Springfield',
    ),
  },
  { title: 'MailTexts', description: 'Texts of e-mails in one language.' },
)
export type LocaleMailTexts = ShapeOf<typeof LocaleMailTexts>

export const MailTexts = Type.Record(Type.String({ pattern: LOCALE }), LocaleMailTexts, {
  maxProperties: 50,
  additionalProperties: false,
  description:
    'Texts of e-mails by language, such as `de` or `pt-BR`. Texts that are not set have defaults in ten languages.',
})
export type MailTexts = ShapeOf<typeof MailTexts>
