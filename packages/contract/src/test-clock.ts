import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { time } from './values.ts'

export const TestClock = Type.Object(
  { now: time('What the clock of the test program shows; it runs on from there.') },
  { title: 'TestClock', description: 'The clock that a test program goes by.' },
)
export type TestClock = ShapeOf<typeof TestClock>
