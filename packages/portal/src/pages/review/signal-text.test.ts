import { exampleReferral } from '@goodword/contract/frame/examples'
import { sentenceOf } from '@goodword/domain/referrals/outcome'
import { expect, test } from 'vitest'
import { shortReason, signalText } from './signal-text.ts'

test.each([
  ['SAME_EMAIL', 'Carol Sample and Bob Tester have the same e-mail address, or a variant of it.'],
  ['SAME_PROCESSOR_CUSTOMER', 'Carol Sample’s account names Bob Tester’s customer at the payment processor.'],
  ['SAME_USER_ID', 'Carol Sample’s account has a user with the same ID as Bob Tester.'],
] as const)('the signal %s is a sentence with names', (rule, text) => {
  expect(signalText({ rule, message: sentenceOf(rule) }, exampleReferral)).toBe(text)
})

test('a rule with a message of its own, and one that is not known here, says its message', () => {
  const failed = { rule: 'SAME_EMAIL', message: sentenceOf('RULE_FAILED') }
  expect(signalText(failed, exampleReferral)).toBe(failed.message)
  expect(signalText({ rule: 'LATER_RULE', message: 'It found this.' }, exampleReferral)).toBe(
    'It found this.',
  )
})

test.each([
  ['UNCONFIRMED_USER', sentenceOf('UNCONFIRMED_USER'), 'Your server never confirmed Carol Sample.'],
  ['REFERRER_BURST', '8 friends (limit 5).', 'Bob Tester brought many friends within a day.'],
  ['REFERRER_BURST', sentenceOf('RULE_FAILED'), sentenceOf('RULE_FAILED')],
  ['LATER_RULE', 'It found this.', 'It found this.'],
])('a list says %s in a plain sentence', (rule, message, text) => {
  expect(shortReason({ rule, message }, exampleReferral)).toBe(text)
})
