import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import { recordId, timeRange } from '../frame/values.ts'
import {
  exampleImport,
  Import,
  ImportError,
  importKind,
  importMapping,
  KEPT_IMPORT_ERRORS,
  KEPT_REJECTED_BYTES,
  RejectedRows,
} from './import.ts'

export const createImport = endpoint({
  name: 'createImport',
  tag: 'Imports',
  method: 'POST',
  path: '/imports',
  summary: 'Import a file',
  description:
    'Takes a file of up to 1 GiB with users, referrals or balances, as CSV with a header line or as NDJSON, in UTF-8, and imports it in the background. Fields of CSV are separated by commas, semicolons or tabs, as the header or a first line such as `sep=;` shows. Names of columns count in any case, and `accountId+id` fills both fields. Times before 2000 are rejected, because another unit was meant. Imports of a program run one after the other. The same file again changes nothing. `ignoredColumns` of the import names what was not imported. Referrals and balances need the scope `money` too, because they give rewards and credit.\n\n- `users`: `accountId`, `id`, `email`, `firstName`, `lastName`, `locale`, `referralCode`, `dateCodeDisabled`, `dateCodeExpires`, `furtherCodes`, `formerCodes`, `dateBlocked`, `blockReason`, `dateClosed`\n- `referrals`: `referralCode` (or `referringAccountId` and `referringUserId`), `referredAccountId`, `status`, `dateReferralStarted`, `dateConverted`, `dateReferralEnded`, and for each side what was decided and its reward: `referrerModerationStatus`, `referrerDecidedBy`, `referrerDecidedAs`, `dateReferrerDecided`, `referrerReward`, the same for `referred…`; `attributedByHand`, `dateUnconfirmed`\n- `balances`: `accountId`, `unit`, `amount`, `dateExpires`, `type`, `dateScheduledFor`, `id`, `rewardSource`, `referredAccountId`, `months`, `dateCreated`\n\n`formerCodes` are codes of an earlier product of 1 to 128 characters in any form, with `|` between them, as they were shared: wherever a friend’s code counts they lead to the user, and the exact spelling wins over another case. Files of exports have these columns. Dates are milliseconds since the epoch or ISO 8601, or as `dateFormat` says. Imported events are on the timeline; they send no webhooks and no e-mails. An `Idempotency-Key` compares method and path, not the file.',
  scope: 'admin',
  needsRecentSignIn: true,
  scopesOfQuery: { kind: { referrals: 'money', balances: 'money' } },
  params: Type.Object({}),
  query: Type.Object({
    kind: importKind(),
    dryRun: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: '`true` checks every row, also against what is stored, and stores nothing.',
      }),
    ),
    mapping: Type.Optional(importMapping('The product that the file was exported from.')),
    dateFormat: Type.Optional(
      Type.String({
        format: 'person-name',
        minLength: 1,
        maxLength: 30,
        description:
          'How the file writes dates: `ms`, `s` for seconds since the epoch, `ISO`, or a pattern of `YYYY`, `MM` and `DD` in the order of the file, such as `DD.MM.YYYY` or `MM/DD/YYYY`, with `HH:mm`, `HH:mm:ss`, `hh:mm A` or `hh:mm:ss A` (AM or PM) after it, which a row may leave out. Times of a pattern are UTC. Without it, milliseconds and ISO 8601.',
        examples: ['DD.MM.YYYY'],
      }),
    ),
    fileName: Type.Optional(
      Type.String({
        format: 'person-name',
        minLength: 1,
        maxLength: 255,
        description: 'The name of the file, by which people find the import in the list.',
        examples: ['people.csv'],
      }),
    ),
  }),
  body: null,
  upload: ['text/csv', 'application/x-ndjson'],
  success: { 202: Import },
  refusals: ['TOO_MANY_IMPORTS', 'FILE_SPACE_EXHAUSTED'],
  example: {
    query: { kind: 'users', fileName: 'people.csv' },
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
