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
  summary: 'Advance the test clock',
  description:
    'Sets the clock of a test program to a later time, from which it continues to run. Everything due by then (holds, expiries, durations) is in effect when the response is sent; events are published, and background jobs have run, those excepted that take more than 12 seconds or that failed and are tried again: `movingTo` says then that the move is under way, and `GET test/clock` how far it is. A time up to one second in the past is treated as now; earlier times are refused. Rate limits, keys, signatures and retries use the real time.',
  scope: 'admin',
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object({ now: requestedTime('The new time of the test clock.') }, { title: 'TestClockMove' }),
  success: { 200: TestClock },
  refusals: ['CLOCK_GOES_BACK', 'NOT_A_TEST_TENANT'],
  example: { body: { now: exampleClock.now }, answer: exampleClock },
})
