import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { KEPT_IMPORT_ERRORS, KEPT_REJECTED_BYTES, RejectedRows } from '../import.ts'
import { recordId } from '../values.ts'

export const readRejectedRows = endpoint({
  name: 'readRejectedRows',
  tag: 'Imports',
  method: 'GET',
  path: '/imports/{importId}/rejected',
  summary: 'Download the rejected rows of an import',
  description: `Returns the URL of a file with the rows that were not imported: as they were sent, with the same columns and the reason as a last column, \`rejectedBecause\`, which an import ignores. Correct it and send it to \`POST imports\` with the same \`kind\`, \`mapping\` and \`dateFormat\`. CSV is in UTF-8 with the separator of the file, NDJSON stays NDJSON. The first ${KEPT_IMPORT_ERRORS} rejected rows are kept, up to ${KEPT_REJECTED_BYTES / 1024 ** 2} MiB, as long as the import. Rows that are too long to be read are not kept, nor those that name an erased user; when a user is erased, all rejected rows that were kept are deleted.`,
  scope: 'admin',
  showsPersonalData: true,
  params: Type.Object({ importId: recordId('ID of the import.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: RejectedRows },
  refusals: ['IMPORT_NOT_FOUND'],
  example: {
    answer: {
      downloadUrl:
        'https://referrals.example.com/imports/acme/019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f/rejected?expires=1780003600000&signature=2O2yiqBz-iKksruSdvOVuTTuLrFcijByD1wCHiDQBcM',
      rows: 1,
      rejected: 1,
      dateExpires: 1_780_003_600_000,
    },
  },
})
