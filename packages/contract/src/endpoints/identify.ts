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
    'Called by the script’s `init` command. Creates or updates the user and the account, and attributes and converts by the rules of the program. Needs no API key. The response to an unsigned call is the same whatever the outcome.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Identification,
  success: {
    200: Type.Object(
      {
        accountId: Type.String({ description: 'Your ID for the account.' }),
        userId: Type.String({ description: 'Your ID for the user.' }),
        referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
        shareLinks: ShareLinks,
        attributed: Type.Optional(
          Type.Boolean({ description: 'Whether the account is referred. Present only for signed calls.' }),
        ),
        reason: Type.Optional(
          nullable(Type.String({ description: 'Machine-readable reason. Present only for signed calls.' })),
        ),
      },
      { title: 'Identified' },
    ),
  },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID'],
  example: {
    body: exampleIdentification,
    answer: exampleIdentified,
  },
})
