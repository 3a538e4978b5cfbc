import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ImportError, KEPT_IMPORT_ERRORS } from '../import.ts'
import { listOf, listQuery } from '../list.ts'
import { recordId } from '../values.ts'

export const listImportErrors = endpoint({
  name: 'listImportErrors',
  tag: 'Imports',
  method: 'GET',
  path: '/imports/{importId}/errors',
  summary: 'List the errors of an import',
  description: `Returns why rows of the file were not imported, in the order of the file. The first ${KEPT_IMPORT_ERRORS} errors of an import are kept; \`rejected\` of the import counts all of them.`,
  scope: 'admin',
  showsPersonalData: true,
  params: Type.Object({ importId: recordId('ID of the import.') }),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('errors', ImportError, 'in the order of the file') },
  refusals: ['IMPORT_NOT_FOUND'],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      errors: [
        {
          line: 17,
          field: 'referralCode',
          code: 'CODE_TAKEN',
          message: 'Another user has this referral code. Choose a different one.',
        },
      ],
    },
  },
})
