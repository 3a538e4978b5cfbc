import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import {
  exampleInvitation,
  exampleMember,
  Invitation,
  InvitationWithLink,
  invitationId,
  Member,
  StaffMail,
  staffEmail,
  staffId,
  staffRole,
} from './staff.ts'

export const listStaff = endpoint({
  name: 'listStaff',
  tag: 'Staff',
  method: 'GET',
  path: '/staff',
  summary: 'List staff',
  description:
    'Returns all people of the staff of the program’s merchant, by name. They sign in to the portal. Both modes and all programs of a merchant have the same staff.',
  scope: 'admin',
  belongsTo: 'merchant',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ staff: Type.Array(Member) }) },
  refusals: [],
  example: { answer: { staff: [exampleMember] } },
})

export const changeStaffRole = endpoint({
  name: 'changeStaffRole',
  tag: 'Staff',
  method: 'PUT',
  path: '/staff/{staffId}',
  summary: 'Change the role of a person',
  description: 'Changes what a person of the merchant’s staff may do, at once. Only owners may do this.',
  scope: 'admin',
  belongsTo: 'merchant',
  refusesUnknownFields: true,
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  params: Type.Object({ staffId: staffId() }),
  query: Type.Object({}),
  body: Type.Object({ role: staffRole() }),
  success: { 200: Member },
  refusals: ['STAFF_NOT_FOUND', 'LAST_OWNER'],
  example: { body: { role: 'admin' }, answer: exampleMember },
})

export const removeStaff = endpoint({
  name: 'removeStaff',
  tag: 'Staff',
  method: 'DELETE',
  path: '/staff/{staffId}',
  summary: 'Remove a person from the staff',
  description:
    'Removes a person from the merchant’s staff, at once. Who belongs to no other merchant is deleted with their sessions. Only owners may do this.',
  scope: 'admin',
  belongsTo: 'merchant',
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({ staffId: staffId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ id: staffId() }) },
  refusals: ['STAFF_NOT_FOUND', 'LAST_OWNER'],
  example: { answer: { id: exampleMember.id } },
})

export const listStaffInvitations = endpoint({
  name: 'listStaffInvitations',
  tag: 'Staff',
  method: 'GET',
  path: '/staff-invitations',
  summary: 'List open invitations',
  description: 'Returns the invitations to the merchant’s staff that can still be accepted, newest first.',
  scope: 'admin',
  belongsTo: 'merchant',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ invitations: Type.Array(Invitation) }) },
  refusals: [],
  example: { answer: { invitations: [exampleInvitation] } },
})

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

export const withdrawStaffInvitation = endpoint({
  name: 'withdrawStaffInvitation',
  tag: 'Staff',
  method: 'DELETE',
  path: '/staff-invitations/{invitationId}',
  summary: 'Withdraw an invitation',
  description: 'Deletes an invitation. Its link stops working at once. Only owners may do this.',
  scope: 'admin',
  belongsTo: 'merchant',
  staffRoles: ['owner'],
  repeated: 'is refused',
  params: Type.Object({ invitationId: invitationId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ id: invitationId() }) },
  refusals: ['INVITATION_NOT_FOUND'],
  example: { answer: { id: exampleInvitation.id } },
})

export const listStaffMails = endpoint({
  name: 'listStaffMails',
  tag: 'Staff',
  method: 'GET',
  path: '/staff-mails',
  summary: 'List e-mails to staff',
  description:
    'Returns the latest 100 e-mails of the last seven days to the merchant’s staff, newest first, with their state. One-time links are left out of the texts: each is for its recipient alone. Only owners may read them.',
  scope: 'admin',
  showsPersonalData: true,
  belongsTo: 'merchant',
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ mails: Type.Array(StaffMail) }) },
  refusals: [],
  example: {
    answer: {
      mails: [
        {
          id: '019c13ec-9e00-7000-854b-b3ee23565fa6',
          recipient: 'carol@example.com',
          subject: 'Invitation to the referral program of Example Shop',
          text: 'Open this link within seven days to accept:\n\n[the link is left out here]',
          state: 'KEPT',
          dateCreated: 1_780_000_000_000,
        },
      ],
    },
  },
})
