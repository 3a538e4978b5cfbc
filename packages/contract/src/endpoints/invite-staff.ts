import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleInvitation, InvitationWithLink, staffEmail, staffRole } from '../staff.ts'

export const inviteStaff = endpoint({
  name: 'inviteStaff',
  tag: 'Staff',
  method: 'POST',
  path: '/staff-invitations',
  summary: 'Invite a person to the staff',
  description:
    'Invites a person to the merchant’s staff, for seven days. With a mail server the link is sent to them, otherwise it is in this answer and nowhere else. Only owners may do this.',
  scope: 'admin',
  belongsTo: 'merchant',
  refusesUnknownFields: true,
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({ email: staffEmail(), role: staffRole() }),
  success: { 201: InvitationWithLink },
  isAnswerSecret: true,
  refusals: ['ALREADY_MEMBER', 'ALREADY_INVITED'],
  example: {
    body: { email: 'carol@example.com', role: 'reviewer' },
    answer: { ...exampleInvitation, link: null },
  },
})
