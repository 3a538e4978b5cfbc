import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

export const requestPageSignIn = endpoint({
  name: 'requestPageSignIn',
  tag: 'Browser',
  method: 'POST',
  path: '/open/page/sign-in',
  summary: 'Ask for a link to the hosted page',
  description:
    'Called by the hosted page. Sends a link that signs the person in who has the e-mail address, and can be used once. The response is the same for every address, whether or not a user has it. An address gets at most a few links in an hour; further ones are not sent, and the response stays the same.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({
    email: Type.String({
      format: 'email-address',
      description: 'The e-mail address of the person.',
      examples: ['rita@example.com'],
    }),
    locale: Type.Optional(
      Type.String({ maxLength: 64, description: 'Language of the e-mail, such as `de`.', examples: ['de'] }),
    ),
  }),
  success: {
    202: Type.Object(
      {
        validMinutes: Type.Integer({
          description: 'How long the link can be used after it was sent.',
          examples: [15],
        }),
      },
      { title: 'PageSignInRequested' },
    ),
  },
  refusals: ['HOSTED_PAGE_OFF'],
  example: { body: { email: 'rita@example.com' }, answer: { validMinutes: 15 } },
})
