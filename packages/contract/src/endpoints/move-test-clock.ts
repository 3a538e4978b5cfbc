import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleClock } from '../examples.ts'
import { TestClock } from '../test-clock.ts'
import { requestedTime } from '../values.ts'

export const moveTestClock = endpoint({
  name: 'moveTestClock',
  tag: 'Test mode',
  method: 'POST',
  path: '/test/clock',
  summary: 'Move the clock of a test program ahead',
  description:
    'Sets the clock of a test program to a later time, from where it runs on. Whatever is due by then (holds, expiries, durations) has happened when the answer comes. A time up to a second behind the clock is taken as now; one further back is refused. Limits, keys, signatures and retries go by the time of day.',
  scope: 'admin',
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({ now: requestedTime('What the clock is to show.') }, { title: 'TestClockMove' }),
  success: { 200: TestClock },
  refusals: ['CLOCK_GOES_BACK', 'NOT_A_TEST_TENANT'],
  example: { body: exampleClock, answer: exampleClock },
})
