import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Export, exampleExport } from '../export.ts'
import { listOf, listQuery } from '../list.ts'

export const listExports = endpoint({
  name: 'listExports',
  tag: 'Exports',
  method: 'GET',
  path: '/exports',
  summary: 'List exports',
  description: 'Returns the exports that are not expired, newest first.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('exports', Export) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, exports: [exampleExport] } },
})
