import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleMember, Member } from '../staff.ts'

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
