import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Export, ExportRequest, exampleExport } from '../export.ts'

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
