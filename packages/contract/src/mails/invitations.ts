import { MAX_INVITATIONS_A_DAY } from '@goodword/domain/outbound/invitation'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

export const Invitations = Type.Enum(['OFF', 'ON'], {
  description:
    '`ON` lets users have the service send invitations to their friends by e-mail. In many countries such an e-mail is advertising of yours that the friend has to agree to first. Needs e-mails with `postalAddress` and `privacyPage`.',
})

const invitationResults = ['ACCEPTED', 'INVALID', 'OWN', 'NAME_MISSING', 'TOO_MANY'] as const

export const InvitationsAnswer = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        email: Type.String({ description: 'The address as it was sent.' }),
        result: Type.Enum([...invitationResults], {
          description:
            '`ACCEPTED` is the answer for every address that can receive e-mail, whether or not an invitation is sent. `INVALID` is no address, `OWN` is the user’s own. `NAME_MISSING`: the user has no first name that an e-mail can show. `TOO_MANY`: the limit of the day is reached.',
        }),
      }),
      { description: 'The result for each address, in the order of the request.' },
    ),
    remainingToday: Type.Integer({
      minimum: 0,
      maximum: MAX_INVITATIONS_A_DAY,
      description: 'How many further addresses the user can invite now.',
    }),
  },
  { title: 'InvitationResults', description: 'What became of a request for invitations.' },
)
export type InvitationsAnswer = ShapeOf<typeof InvitationsAnswer>

export const OwnInvitations = Type.Object(
  {
    remainingToday: Type.Integer({
      minimum: 0,
      maximum: MAX_INVITATIONS_A_DAY,
      description: 'How many addresses the user can invite now.',
    }),
    needsName: Type.Boolean({
      description: 'Whether `first_name` has to be sent, because an invitation names its sender.',
    }),
  },
  { title: 'OwnInvitations', description: 'What a user may have sent to friends.' },
)
