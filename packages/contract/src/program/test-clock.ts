import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'

export const TestClock = Type.Object(
  {
    now: time('The current time of the test program.'),
    movingTo: nullable(
      time(
        'Where a move of the clock leads whose jobs have not all run; null when everything due has happened.',
      ),
    ),
    reached: time(
      'Up to when everything that is due has been begun: between the start of the move and `movingTo`; `now` without a move.',
    ),
    jobsLeft: Type.Integer({
      description: 'Background jobs that are due and were not begun, counted up to 1,000; 0 without a move.',
    }),
    jobsRetrying: Type.Integer({
      description:
        'Background jobs that failed and are tried again, as while the payment processor does not respond, counted up to 1,000; 0 without a move.',
    }),
  },
  { title: 'TestClock', description: 'The clock of a test program.' },
)
export type TestClock = ShapeOf<typeof TestClock>
