import { allMailKinds } from '@goodword/domain/outbound/mail'
import { Type } from 'typebox'
import { EmailSettingsUpdate } from '../email-settings.ts'
import { endpoint } from '../endpoint.ts'
import { exampleContent, MailContent } from '../mail.ts'
import { nullable } from '../values.ts'
import { LOCALE } from '../widget-texts.ts'

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
