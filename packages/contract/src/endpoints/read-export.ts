import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Export, exampleExport } from '../export.ts'
import { recordId } from '../values.ts'

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
