import { importFormats, importKinds, importMappings, importStates } from '@goodword/domain/files/import'
import { Type } from 'typebox'
import type { ErrorCode } from '../frame/errors.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

/** The largest file of an import. */
export const MAX_IMPORT_BYTES = 1024 ** 3
/** How many errors of an import are kept; every rejected row is counted. */
export const KEPT_IMPORT_ERRORS = 10_000
/** The number of bytes from which on no further rejected rows of an import are kept; their number is that of errors. */
export const KEPT_REJECTED_BYTES = 8 * 1024 ** 2

export const importKind = () => Type.Enum([...importKinds], { description: 'What each row of the file is.' })
export const importMapping = (description: string) => Type.Enum([...importMappings], { description })

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const Import = Type.Object(
  {
    id: recordId('ID of the import.'),
    kind: importKind(),
    format: Type.Enum([...importFormats], { description: 'The format of the file.' }),
    fileName: nullable(Type.String({ description: 'The name of the file, if it was sent with one.' })),
    mapping: nullable(
      importMapping('The product whose columns the file has; null for the columns of this API.'),
    ),
    dateFormat: nullable(
      Type.String({ description: 'How the file writes dates; null for milliseconds and ISO 8601.' }),
    ),
    dryRun: Type.Boolean({ description: 'Whether rows are only checked, and nothing is stored.' }),
    state: Type.Enum([...importStates], {
      description:
        '`PENDING` until the first row is imported, `RUNNING` while rows are imported. `FAILED` if the rest of the file cannot be read: `failure` says why, and the rows before it are imported.',
    }),
    rows: count('Number of rows that are done.'),
    created: count('Rows that added a user, a referral or a balance.'),
    updated: count('Rows that changed what was there.'),
    unchanged: count('Rows that were there already.'),
    rejected: count('Rows that were not imported. Their errors say why.'),
    ignoredColumns: Type.Array(Type.String(), {
      description:
        'Columns with values that are not imported, because no field has their name: look whether they say something that matters. The first 100.',
    }),
    failure: nullable(Type.String({ description: 'Why the rest of the file cannot be read.' })),
    dateCreated: time('When the file was received.'),
    dateFinished: nullable(time('When the last row was done.')),
  },
  { title: 'Import', description: 'A file that is imported, and how far that is.' },
)
export type Import = ShapeOf<typeof Import>

export const ImportError = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'The line of the file on which the row begins.' }),
    field: nullable(
      Type.String({ description: 'The field to blame, by its name in this API; null for the whole row.' }),
    ),
    code: Type.String({
      description: 'An error code of this API.',
      examples: ['CODE_TAKEN' satisfies ErrorCode],
    }),
    message: Type.String({ description: 'What is wrong and how to fix it.' }),
  },
  { title: 'ImportError', description: 'Why a row of a file was not imported.' },
)
export type ImportError = ShapeOf<typeof ImportError>

export const RejectedRows = Type.Object(
  {
    downloadUrl: nullable(
      Type.String({
        description:
          'Where the file can be downloaded without an API key until `dateExpires`. Every holder of the URL can read the file. Null if no rejected row is kept.',
      }),
    ),
    rows: count('Rejected rows in the file so far.'),
    rejected: count('Rows that were rejected so far. More than `rows` if not all of them are kept.'),
    dateExpires: nullable(
      time('When the URL expires: an hour after this answer. Ask again for another one.'),
    ),
  },
  {
    title: 'RejectedRows',
    description: 'The rejected rows of an import, as a file to be corrected and imported.',
  },
)
export type RejectedRows = ShapeOf<typeof RejectedRows>

export const exampleImport = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  kind: 'users',
  format: 'csv',
  fileName: 'people.csv',
  mapping: null,
  dateFormat: null,
  dryRun: false,
  state: 'DONE',
  rows: 1200,
  created: 1198,
  updated: 0,
  unchanged: 1,
  rejected: 1,
  ignoredColumns: [],
  failure: null,
  dateCreated: 1_780_000_000_000,
  dateFinished: 1_780_000_004_000,
} as const
