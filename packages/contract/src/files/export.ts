import { exportFormats, exportKinds, exportStates } from '@goodword/domain/files/export'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, requestedTime, time } from '../frame/values.ts'

const kind = Type.Enum([...exportKinds], { description: 'What the file has one record of for each.' })
const format = Type.Enum([...exportFormats], {
  description:
    '`csv` for spreadsheets, `ndjson` for programs: one JSON object per line, shaped as in this API.',
})

export const ExportRequest = Type.Object(
  {
    kind,
    format,
    from: Type.Optional(requestedTime('Only records that were created at this time or later.')),
    to: Type.Optional(requestedTime('Only records that were created at this time or before.')),
  },
  { title: 'ExportRequest', description: 'What to export, and how to write it.' },
)

export const Export = Type.Object(
  {
    id: recordId('ID of the export.'),
    kind,
    format,
    from: nullable(time('The requested `from`.')),
    to: nullable(time('The requested `to`.')),
    state: Type.Enum([...exportStates], {
      description:
        '`PENDING` until the file is begun, `RUNNING` while it is written. `FAILED` after repeated errors of the service: request the export again.',
    }),
    rows: Type.Integer({ minimum: 0, description: 'Number of records that are written so far.' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of what is written so far.' }),
    downloadUrl: nullable(
      Type.String({
        description:
          'Where the file can be downloaded without an API key until `dateExpires`. Every holder of the URL can read the file. Null unless the state is `DONE`.',
      }),
    ),
    dateCreated: time('When the export was requested.'),
    dateExpires: nullable(
      time('When the file and this record are deleted: 7 days after the file is complete. Null before.'),
    ),
  },
  { title: 'Export', description: 'A file with the records of a program.' },
)
export type Export = ShapeOf<typeof Export>

export const exampleExport = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  kind: 'users',
  format: 'csv',
  from: null,
  to: null,
  state: 'DONE',
  rows: 1200,
  bytes: 98_304,
  downloadUrl:
    'https://referrals.example.com/exports/acme/019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f?expires=1780604800000&signature=2O2yiqBz-iKksruSdvOVuTTuLrFcijByD1wCHiDQBcM',
  dateCreated: 1_780_000_000_000,
  dateExpires: 1_780_604_800_000,
} as const
