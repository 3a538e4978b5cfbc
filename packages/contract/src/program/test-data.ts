import { testDataErasureStates } from '@goodword/domain/files/test-data'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

const count = (of: string) =>
  nullable(Type.Integer({ minimum: 0, description: `Number of ${of}; null above 10,000.` }))

export const TestData = Type.Object(
  {
    state: Type.Enum(['NONE', ...testDataErasureStates], {
      description:
        '`NONE` if the test data was never erased, `ERASING` while it is erased, `CHECKING` while requests in progress end and what they stored is erased, `DONE` afterwards.',
    }),
    erasedRows: Type.Integer({
      minimum: 0,
      description: 'How many rows the last erasure has erased so far, in all tables.',
    }),
    dateRequested: nullable(time('When the last erasure was requested; null if there was none.')),
    dateFinished: nullable(time('When it was finished; null while it is not.')),
    counts: Type.Object(
      {
        accounts: count('accounts'),
        users: count('users'),
        referrals: count('referrals'),
        rewards: count('rewards'),
        clicks: count('clicks'),
        events: count('events on timelines'),
        deliveries: count('webhook deliveries'),
        mails: count('e-mails'),
        imports: count('imports'),
        exports: count('exports'),
        notifications: count('notifications of the payment processor'),
      },
      { description: 'What there is now, and what an erasure would erase.' },
    ),
  },
  { title: 'TestProgramData', description: 'The data of a test program, and how far its erasure is.' },
)
export type TestData = ShapeOf<typeof TestData>

export const TestDataErasure = Type.Object(
  {
    confirm: Type.String({
      maxLength: 64,
      description: 'The alias of the test program, to confirm that all its data is to be erased.',
      examples: ['test_acme'],
    }),
  },
  { title: 'TestDataErasure' },
)

export const exampleTestData: TestData = {
  state: 'ERASING',
  erasedRows: 1500,
  dateRequested: 1_783_500_000_000,
  dateFinished: null,
  counts: {
    ...{ accounts: 240, users: 251, referrals: 118, rewards: 97, clicks: 1204, events: 903 },
    ...{ deliveries: 0, mails: 0, imports: 0, exports: 0, notifications: 0 },
  },
}
