import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleImport, Import } from '../import.ts'
import { recordId } from '../values.ts'

export const readImport = endpoint({
  name: 'readImport',
  tag: 'Imports',
  method: 'GET',
  path: '/imports/{importId}',
  summary: 'Retrieve an import',
  description: 'Returns an import with the number of rows that are done. Imports are kept for 30 days.',
  scope: 'admin',
  params: Type.Object({ importId: recordId('ID of the import.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Import },
  refusals: ['IMPORT_NOT_FOUND'],
  example: { answer: exampleImport },
})
