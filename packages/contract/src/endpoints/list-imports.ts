import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleImport, Import } from '../import.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { timeRange } from '../values.ts'

export const listImports = endpoint({
  name: 'listImports',
  tag: 'Imports',
  method: 'GET',
  path: '/imports',
  summary: 'List imports',
  description: 'Returns the imports of the last 30 days, newest first unless `order` says otherwise.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    dateCreated: Type.Optional(timeRange('Only imports that were received in this time range.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('imports', Import, 'in the requested order') },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, imports: [exampleImport] } },
})
