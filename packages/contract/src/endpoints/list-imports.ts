import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleImport, Import } from '../import.ts'
import { listOf, listQuery } from '../list.ts'

export const listImports = endpoint({
  name: 'listImports',
  tag: 'Imports',
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Returns the imports of the last 30 days, newest first.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('imports', Import) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, imports: [exampleImport] } },
})
