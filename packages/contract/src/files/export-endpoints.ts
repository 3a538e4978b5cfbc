import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import { recordId, timeRange } from '../frame/values.ts'
import { Export, ExportRequest, exampleExport } from './export.ts'

export const createExport = endpoint({
  name: 'createExport',
  tag: 'Exports',
  method: 'POST',
  path: '/exports',
  summary: 'Request an export',
  description:
    'Writes the records of a kind to a file, in the order in which they were created. It is a background job: retrieve the export until its state is `DONE`. While an export is not finished, the same request returns it again. At most 50 exports of a program are kept at a time.',
  scope: 'admin',
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: ExportRequest,
  success: { 202: Export },
  refusals: ['TOO_MANY_EXPORTS', 'FILE_SPACE_EXHAUSTED'],
  example: {
    body: { kind: 'users', format: 'csv' },
    answer: {
      ...exampleExport,
      state: 'PENDING',
      rows: 0,
      bytes: 0,
      downloadUrl: null,
      dateExpires: null,
    },
  },
})

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

export const readExport = endpoint({
  name: 'readExport',
  tag: 'Exports',
  method: 'GET',
  path: '/exports/{exportId}',
  summary: 'Retrieve an export',
  description: 'Returns an export with its progress and, once it is complete, the URL of the file.',
  scope: 'admin',
  params: Type.Object({ exportId: recordId('ID of the export.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Export },
  refusals: ['EXPORT_NOT_FOUND'],
  example: { answer: exampleExport },
})
