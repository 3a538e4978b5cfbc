import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleContent, exampleMail, RenderedMail } from '../mail.ts'
import { recordId } from '../values.ts'

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
