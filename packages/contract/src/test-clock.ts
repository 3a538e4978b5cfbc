import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { time } from './values.ts'

export const TestClock = Type.Object(
  { now: time('The current time of the test program.') },
  { title: 'TestClock', description: 'The clock of a test program.' },
)
export type TestClock = ShapeOf<typeof TestClock>
