import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification } from '../examples.ts'
import { Identification } from '../identification.ts'
import { examplePreferences, MailPreferences, PreferenceChange } from '../mail-preferences.ts'

export const chooseMails = endpoint({
  name: 'chooseMails',
  tag: 'Browser',
  method: 'POST',
  path: '/open/mail-preferences',
  summary: 'Read or choose the user’s e-mails',
  description:
    'Returns which e-mails the user wants, after the changes that the request has; without any it only reads. Signed calls only. What is chosen holds for the address, as on the page behind the link in each e-mail. It concerns only an address that your server or a signed call reported.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { ...Identification.properties, ...PreferenceChange },
    { title: 'MailPreferencesRequest' },
  ),
  success: { 200: MailPreferences },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: { ...exampleIdentification, unwanted: ['REWARD_EXPIRING'] },
    answer: examplePreferences,
  },
})
