import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleMember, staffId } from '../staff.ts'

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
