import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleClock } from '../examples.ts'
import { TestClock } from '../test-clock.ts'

export const readTestClock = endpoint({
  name: 'readTestClock',
  tag: 'Test mode',
  method: 'GET',
  path: '/test/clock',
  summary: 'Retrieve the test clock',
  description:
    'Returns the current time of a test program, and how far a move of its clock is. Live programs use the real time and have no test clock.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: TestClock },
  refusals: ['NOT_A_TEST_TENANT'],
  example: { answer: exampleClock },
})
