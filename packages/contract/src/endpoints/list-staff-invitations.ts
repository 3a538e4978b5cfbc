import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleInvitation, Invitation } from '../staff.ts'

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
