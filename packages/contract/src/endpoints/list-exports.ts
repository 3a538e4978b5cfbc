import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Export, exampleExport } from '../export.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { timeRange } from '../values.ts'

export const listExports = endpoint({
  name: 'listExports',
  tag: 'Exports',
  method: 'GET',
  path: '/exports',
  summary: 'List exports',
  description: 'Returns the exports that are not expired, newest first unless `order` says otherwise.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    dateCreated: Type.Optional(timeRange('Only exports that were requested in this time range.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('exports', Export, 'in the requested order') },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, exports: [exampleExport] } },
})
