import { type ListedMailKind, listedMailKinds, mailReasons, mailStates } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

const reasonNames = Object.keys(mailReasons) as (keyof typeof mailReasons)[]

const meanings: Readonly<Record<ListedMailKind, string>> = {
  FRIEND_JOINED: 'says that a referral started, to the referrer',
  REWARD_EARNED: 'says that a reward is available, to its owner',
  REWARD_EXPIRING: 'says that an unspent reward is about to expire',
  DISCOUNT_ENDING: 'says that a percentage is about to end',
  SHARE_REMINDER: 'reminds a customer who never shared of their link, once',
  REFERRAL_CHECKED: 'tells a referrer that a referral waits for a decision by staff, once for each',
  INVITATION: 'goes to a friend whom a user invited',
  PAGE_SIGN_IN: 'has a link to the hosted page, sent on request',
}

const fields = {
  id: recordId('ID of the e-mail.'),
  kind: Type.Enum([...listedMailKinds], {
    description: listedMailKinds.map((it) => `\`${it}\` ${meanings[it]}.`).join(' '),
  }),
  state: Type.Enum([...mailStates], {
    description:
      '`WAITING` until it is due or the mail server accepts it, `SENDING`, `SENT` once the mail server accepted it, `KEPT` for test programs and without a mail server, `SKIPPED` if it is not to be sent any more, `FAILED` if the mail server refused it.',
  }),
  reason: nullable(
    Type.Enum(reasonNames, { description: 'Why the e-mail was not sent, or not yet; null for none.' }),
  ),
  message: nullable(Type.String({ description: 'The reason as a sentence.' })),
  replyCode: nullable(
    Type.Integer({ description: 'The last reply code of the mail server, such as 550.', examples: [250] }),
  ),
  attempts: Type.Integer({
    minimum: 0,
    description: 'How many times the mail server answered for this e-mail.',
  }),
  accountId: nullable(
    Type.String({
      description:
        'Your ID for the recipient’s account, of an invitation for its sender’s; null for `PAGE_SIGN_IN` to an address that no user has.',
    }),
  ),
  userId: nullable(
    Type.String({
      description:
        'Your ID for the recipient; null until one is chosen, after erasure, and for an invitation.',
    }),
  ),
  referralId: nullable(recordId('ID of the referral; null for an e-mail about none.')),
  rewardId: nullable(recordId('ID of the reward; null for an e-mail about none.')),
  dateCreated: time('When the e-mail was created.'),
  dateDue: time('When it is, or was, to be sent.'),
  dateFinished: nullable(time('When it was sent, kept, skipped or refused; null until then.')),
}

export const Mail = Type.Object(fields, { title: 'Mail', description: 'An e-mail to a participant.' })
export type Mail = ShapeOf<typeof Mail>

const content = {
  language: Type.String({ description: 'Language of the texts.' }),
  subject: Type.String({ description: 'The subject.' }),
  text: Type.String({ description: 'The message as plain text.' }),
  html: Type.String({ description: 'The message as an HTML document.' }),
}

export const MailContent = Type.Object(content, {
  title: 'MailContent',
  description: 'What the recipient sees.',
})
export type MailContent = ShapeOf<typeof MailContent>

export const RenderedMail = Type.Object(
  {
    ...fields,
    from: nullable(Type.String({ description: 'The sender; null if e-mails are not set up.' })),
    to: nullable(Type.String({ description: 'The recipient’s address; null if there is none.' })),
    content: nullable(MailContent),
  },
  {
    title: 'RenderedMail',
    description:
      'An e-mail with its content, which is made of the texts, names and rewards as they are now: it is not stored. The content is null if the program has no e-mails.',
  },
)
export type RenderedMail = ShapeOf<typeof RenderedMail>

export const exampleMail: Mail = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  kind: 'FRIEND_JOINED',
  state: 'SENT',
  reason: null,
  message: null,
  replyCode: 250,
  attempts: 1,
  accountId: 'acct_bob',
  userId: 'user_bob',
  referralId: '019a5f2e-0000-7000-8000-000000000001',
  rewardId: null,
  dateCreated: 1_780_000_000_000,
  dateDue: 1_780_000_000_000,
  dateFinished: 1_780_000_001_200,
}

export const exampleContent: MailContent = {
  language: 'en',
  subject: 'Carol T. joined through your link',
  text: 'Hello Bob,\n\nCarol T. has joined through your link. …',
  html: '<!doctype html><html lang="en">…</html>',
}
