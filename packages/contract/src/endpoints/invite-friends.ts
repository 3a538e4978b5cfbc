import { MAX_INVITATIONS_A_DAY } from '@goodword/domain/outbound/invitation'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleIdentification } from '../examples.ts'
import { Identification } from '../identification.ts'
import { InvitationsAnswer } from '../invitations.ts'

export const inviteFriends = endpoint({
  name: 'inviteFriends',
  tag: 'Browser',
  method: 'POST',
  path: '/open/invitations',
  summary: 'Invite friends by e-mail',
  description:
    'Sends invitations of the user to friends, by the service. Signed calls only, and only if the program allows it. A user can invite 10 addresses within 24 hours; an address is invited to a program once in 12 months, and never after it asked for no more. The answer is the same for all of them. A repeat of the same address changes nothing.',
  scope: null,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      ...Identification.properties,
      addresses: Type.Array(Type.String({ maxLength: 600, examples: ['carol@example.com'] }), {
        minItems: 1,
        maxItems: MAX_INVITATIONS_A_DAY,
        description: 'The e-mail addresses of the friends.',
      }),
    },
    { title: 'InvitationRequest' },
  ),
  success: { 200: InvitationsAnswer },
  refusals: ['SIGNATURE_REQUIRED', 'SIGNATURE_INVALID', 'INVITATIONS_OFF'],
  example: {
    body: { ...exampleIdentification, addresses: ['carol@example.com'] },
    answer: { results: [{ email: 'carol@example.com', result: 'ACCEPTED' }], remainingToday: 9 },
  },
})
