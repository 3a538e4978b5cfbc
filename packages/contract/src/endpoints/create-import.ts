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
    'Takes a file of up to 1 GiB with users, referrals or balances, as CSV with a header line or as NDJSON, in UTF-8, and imports it in the background. Fields of CSV are separated by commas, semicolons or tabs, as the header or a first line such as `sep=;` shows. Names of columns count in any case, and `accountId+id` fills both fields. Times before 2000 are rejected, because another unit was meant. Imports of a program run one after the other. The same file again changes nothing. `ignoredColumns` of the import names what was not imported. Referrals and balances need the scope `money` too, because they give rewards and credit.\n\n- `users`: `accountId`, `id`, `email`, `firstName`, `lastName`, `locale`, `referralCode`, `dateCodeDisabled`, `dateCodeExpires`, `furtherCodes`, `formerCodes`, `dateBlocked`, `blockReason`, `dateClosed`\n- `referrals`: `referralCode` (or `referringAccountId` and `referringUserId`), `referredAccountId`, `status`, `dateReferralStarted`, `dateConverted`, `dateReferralEnded`, and for each side what was decided and its reward: `referrerModerationStatus`, `referrerDecidedBy`, `referrerDecidedAs`, `dateReferrerDecided`, `referrerReward`, the same for `referred…`; `attributedByHand`, `dateUnconfirmed`\n- `balances`: `accountId`, `unit`, `amount`, `dateExpires`, `type`, `dateScheduledFor`, `id`, `rewardSource`, `referredAccountId`\n\n`formerCodes` are codes of an earlier product of 1 to 128 characters in any form, with `|` between them, as they were shared: share links with them lead to the user, and the exact spelling wins over another case. Files of exports have these columns. Dates are milliseconds since the epoch or ISO 8601, or as `dateFormat` says. Imported events are on the timeline; they send no webhooks and no e-mails. An `Idempotency-Key` compares method and path, not the file.',
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
  }),
  body: null,
  upload: ['text/csv', 'application/x-ndjson'],
  success: { 202: Import },
  refusals: ['TOO_MANY_IMPORTS', 'FILE_SPACE_EXHAUSTED'],
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
