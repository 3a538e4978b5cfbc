import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { examplePreferences, MailPreferences } from '../mail-preferences.ts'
import { accountId, userId } from '../values.ts'

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
