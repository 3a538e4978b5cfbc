import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleInvitation, invitationId } from '../staff.ts'

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
