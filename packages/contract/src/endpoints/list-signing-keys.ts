import { Type } from 'typebox'
import { exampleSigningKey, SigningKey } from '../api-key.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'

export const listSigningKeys = endpoint({
  name: 'listSigningKeys',
  tag: 'Keys',
  method: 'GET',
  path: '/signing-keys',
  summary: 'List signing keys',
  description:
    'Returns the keys that sign browser calls of the program, newest first, without the keys themselves. Keys that have ended are included.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('signingKeys', SigningKey) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, signingKeys: [exampleSigningKey] } },
})
