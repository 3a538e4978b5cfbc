import { allMailKinds, listedMailKinds, mailStates } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listQuery } from '../frame/list.ts'
import { accountId, nullable, recordId, userId } from '../frame/values.ts'
import { LOCALE } from '../pages/widget-texts.ts'
import { EmailSettingsUpdate } from './email-settings.ts'
import { exampleContent, exampleMail, Mail, MailContent, RenderedMail } from './mail.ts'
import { examplePreferences, MailPreferences } from './mail-preferences.ts'

export const listMails = endpoint({
  name: 'listMails',
  tag: 'E-mails',
  method: 'GET',
  path: '/mails',
  summary: 'List e-mails',
  description:
    'Returns the e-mails to participants of the last 30 days, newest first, without their content. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only e-mails to users of this account.')),
    state: Type.Optional(Type.Enum([...mailStates], { description: 'Only e-mails in this state.' })),
    kind: Type.Optional(Type.Enum([...listedMailKinds], { description: 'Only e-mails of this kind.' })),
  }),
  body: null,
  success: { 200: listOf('mails', Mail) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, mails: [exampleMail] } },
})

export const readMail = endpoint({
  name: 'readMail',
  tag: 'E-mails',
  method: 'GET',
  path: '/mails/{mailId}',
  summary: 'Retrieve an e-mail',
  description:
    'Returns an e-mail with sender, recipient and content. The content is rendered now, from the current texts, names and rewards; it is not stored.',
  scope: 'admin',
  showsPersonalData: true,
  params: Type.Object({ mailId: recordId('ID of the e-mail.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: RenderedMail },
  refusals: ['MAIL_NOT_FOUND'],
  example: {
    answer: {
      ...exampleMail,
      from: 'Example Shop <rewards@example.com>',
      to: 'bob@example.com',
      content: exampleContent,
    },
  },
})

export const previewMail = endpoint({
  name: 'previewMail',
  tag: 'E-mails',
  method: 'POST',
  path: '/mails/preview',
  summary: 'Preview an e-mail',
  description:
    'Renders an e-mail with made-up names, the rewards of the program, and its texts or the ones you send. Nothing is stored or sent.',
  scope: 'admin',
  refusesUnknownFields: true,
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      kind: Type.Enum([...allMailKinds], { description: 'The kind of e-mail.' }),
      language: Type.Optional(
        Type.String({
          pattern: LOCALE,
          description: 'The language; defaults to that of the settings.',
          examples: ['de'],
        }),
      ),
      emails: Type.Optional(nullable(EmailSettingsUpdate)),
    },
    { title: 'MailPreview', description: 'What to render; `emails` replaces the settings of the program.' },
  ),
  success: { 200: MailContent },
  refusals: [],
  example: { body: { kind: 'FRIEND_JOINED', language: 'en' }, answer: exampleContent },
})

export const readMailPreferences = endpoint({
  name: 'readMailPreferences',
  tag: 'E-mails',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}/mail-preferences',
  summary: 'Retrieve the e-mails that a user wants',
  description:
    'Returns which e-mails a user wants. Only the user can change it: on the page behind the link in each e-mail, or by a signed call.',
  scope: 'read',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: MailPreferences },
  refusals: ['USER_NOT_FOUND'],
  example: { answer: examplePreferences },
})

export const suppressAddress = endpoint({
  name: 'suppressAddress',
  tag: 'E-mails',
  method: 'POST',
  path: '/invitations/suppressions',
  summary: 'Suppress an address',
  description:
    'Has no invitations sent to an address any more, for ever: after a complaint, or when a mail server reported to your bounce address that it does not exist. Kept as a keyed hash, and what is kept of the address for earlier invitations is erased. E-mails to users are not concerned; they choose for themselves. Repeats change nothing.',
  scope: 'admin',
  refusesUnknownFields: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      email: Type.String({
        format: 'email-address',
        description: 'The address.',
        examples: ['carol@example.com'],
      }),
    },
    { title: 'Suppression' },
  ),
  success: { 200: Type.Object({ suppressed: Type.Boolean({ description: 'Always true.' }) }) },
  refusals: [],
  example: { body: { email: 'carol@example.com' }, answer: { suppressed: true } },
})
