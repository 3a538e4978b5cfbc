import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification, exampleIdentified } from '../examples.ts'
import { Identification } from '../identification.ts'
import { ShareLinks } from '../user.ts'
import { nullable } from '../values.ts'

export const identify = endpoint({
  name: 'identify',
  tag: 'Browser',
  method: 'POST',
  path: '/open/identify',
  summary: 'Identify a user in the browser',
  description:
    'What the script’s `init` command calls. Makes the user and the account known, attributes and converts by the rules of the program. Takes no API key. The answer to an unsigned call is the same for every outcome.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Identification,
  success: {
    200: Type.Object(
      {
        accountId: Type.String({ description: 'Your id of the account.' }),
        userId: Type.String({ description: 'Your id of the user.' }),
        referralCode: Type.String({ description: 'The code that the user shares, upper case.' }),
        shareLinks: ShareLinks,
        attributed: Type.Optional(
          Type.Boolean({ description: 'Whether the account is referred; only for a signed call.' }),
        ),
        reason: Type.Optional(
          nullable(Type.String({ description: 'Machine-readable reason; only for a signed call.' })),
        ),
      },
      { title: 'Identified' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID', 'TOO_MANY_USERS'],
  example: {
    body: exampleIdentification,
    answer: exampleIdentified,
  },
})
