import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { exampleClock } from '../frame/examples.ts'
import { requestedTime } from '../frame/values.ts'
import { TestClock } from './test-clock.ts'
import { exampleTestData, TestData, TestDataErasure } from './test-data.ts'

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

export const readTestData = endpoint({
  name: 'readTestData',
  tag: 'Test mode',
  method: 'GET',
  path: '/test-data',
  summary: 'Retrieve the extent of test data',
  description:
    'Returns how much data a test program has, and how far its last erasure is. Live programs have no test data.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: TestData },
  refusals: ['NOT_A_TEST_TENANT'],
  example: { answer: exampleTestData },
})

export const eraseTestData = endpoint({
  name: 'eraseTestData',
  tag: 'Test mode',
  method: 'POST',
  path: '/test-data/erase',
  summary: 'Erase test data',
  description:
    'Erases the data of a test program in the background: accounts, users, codes, referrals, rewards, clicks, events, webhook deliveries, e-mails, unsubscribes, imports, exports, notifications and statistics. The settings of the program, its keys, domains, payment processor connection, webhook receivers, test clock and audit log stay. Nothing is changed at the payment processor: discounts that were set at its sandbox stay there, and are not managed any more; remove them there, or use a new sandbox customer. What is sent while it runs may be erased as well: retrieve the test data until its state is `DONE`, about ten seconds after the last row was erased. While an erasure runs, another request returns it.',
  scope: 'admin',
  staffRoles: ['owner'],
  needsRecentSignIn: true,
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: TestDataErasure,
  success: { 202: TestData },
  refusals: ['NOT_A_TEST_TENANT'],
  example: { body: { confirm: 'test_acme' }, answer: exampleTestData },
})
