import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleImport, Import, importKind, importMapping } from '../import.ts'

export const createImport = endpoint({
  name: 'createImport',
  tag: 'Imports',
  method: 'POST',
  path: '/imports',
  summary: 'Import a file',
  description:
    'Takes a file of up to 1 GiB with users, referrals or balances, as CSV with a header line or as NDJSON, in UTF-8, and imports it in the background. Imports of a program run one after the other. The same file again changes nothing. Columns that are not listed are ignored.\n\n- `users`: `accountId`, `id`, `email`, `firstName`, `lastName`, `referralCode`\n- `referrals`: `referralCode` (or `referringAccountId` and `referringUserId`), `referredAccountId`, `status`, `dateReferralStarted`, `dateConverted`, `dateReferralEnded`\n- `balances`: `accountId`, `unit`, `amount`, `dateExpires`\n\nDates are milliseconds since the epoch or ISO 8601. Imported events are on the timeline; they send no webhooks and no e-mails. An `Idempotency-Key` compares method and path, not the file.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({
    kind: importKind(),
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: '`true` checks every row, also against what is stored, and stores nothing.',
      }),
    ),
    mapping: Type.Optional(importMapping('The product that the file was exported from.')),
  }),
  body: null,
  upload: ['text/csv', 'application/x-ndjson'],
  success: { 202: Import },
  refusals: ['TOO_MANY_IMPORTS'],
  example: {
    query: { kind: 'users' },
    body: 'accountId,id,email,referralCode\nacct_bob,user_bob,bob@example.com,BOBT4K9QX\n',
    answer: {
      ...exampleImport,
      state: 'PENDING',
      rows: 0,
      created: 0,
      unchanged: 0,
      rejected: 0,
      dateFinished: null,
    },
  },
})
