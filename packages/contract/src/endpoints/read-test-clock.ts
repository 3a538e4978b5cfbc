import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleClock } from '../examples.ts'
import { TestClock } from '../test-clock.ts'

export const readTestClock = endpoint({
  name: 'readTestClock',
  tag: 'Test mode',
  method: 'GET',
  path: '/test/clock',
  summary: 'Read the clock of a test program',
  description: 'What time it is for the test program. Live programs go by the time of day and have no clock.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: TestClock },
  refusals: ['NOT_A_TEST_TENANT'],
  example: { answer: exampleClock },
})
