import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleMember, Member, staffId, staffRole } from '../staff.ts'

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
