import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleTestData, TestData, TestDataErasure } from '../test-data.ts'

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
