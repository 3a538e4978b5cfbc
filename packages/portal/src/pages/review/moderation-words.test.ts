import { exampleFraudRules } from '@goodword/contract/fraud/fraud-rules'
import { expect, test } from 'vitest'
import { figuresText, precisionText, recallText, rowsOf } from '../program/fraud/rule-words.ts'
import { deciderText } from './decision-words.ts'

test.for([
  ['STAFF', 'staff 019a olivia@acme.example', 'STAFF_DENIED', 'olivia@acme.example'],
  ['STAFF', 'key Billing server', 'STAFF_DENIED', 'API key Billing server'],
  ['STAFF', null, 'STAFF_APPROVED', 'your staff'],
  ['RULE', null, 'SAME_EMAIL', 'the rule “Same e-mail address”'],
  ['RULE', null, 'UNSIGNED_CONVERSION', 'the limit for payments that only a web page reported'],
  ['RULE', null, 'UNCONFIRMED_USER', 'a code brought by a user whom your server does not know'],
  ['RULE', null, 'PAID_ON_PAGE_BEFORE', 'a payment that a web page reported before the code'],
  ['RULE', null, 'REPLACED_BY_SERVER', 'another code that your server named'],
  ['CONFIRMATION', null, 'ATTRIBUTION_CONFIRMED', 'the confirmed user or code'],
  ['RULE', null, 'RULE_FAILED', 'a fraud rule'],
  ['RULE', null, null, 'a fraud rule'],
  ['BLOCK', null, 'REFERRER_BLOCKED', 'the block of the referrer'],
  ['CONFIRMATION', null, 'PAYMENT_CONFIRMED', 'the confirmed payment'],
] as const)('%s by %s because of %s was decided by %s', ([by, actor, reason, text]) => {
  expect(deciderText({ by, actor, reason })).toBe(text)
})

const [, email, leaked] = exampleFraudRules.rules

test('figures of a rule are a sentence', () => {
  expect(email?.active && figuresText(email.active)).toBe(
    '5 referrals found. Of their 10 sides 3 were denied by your staff, 1 was approved by your staff, 4 were denied by a rule, 1 waits for a decision, 1 was left as it is.',
  )
  expect(email?.shadow && figuresText(email.shadow)).toBe('Nothing found.')
  expect(email?.active && figuresText({ ...email.active, referrals: 1 })).toContain(
    '1 referral found. Of its 2',
  )
  expect(leaked?.shadow && figuresText(leaked.shadow)).toBe(
    '2 referrals found. Of their 4 sides 2 were approved by your staff, 2 were left as they are.',
  )
})

test('how often a rule was right, and how much it found, is a share of decisions, or says that they are too few', () => {
  const [rule] = exampleFraudRules.rules
  if (rule === undefined) throw new Error('the example has no rule')
  const known = { ...rule, decided: { approved: 5, denied: 15 }, precision: 75, recall: 60 }
  expect([precisionText(known), recallText(known, 25)]).toEqual(['75% of 20', '60% of 25'])
  const few = { ...rule, decided: { approved: 1, denied: 2 } }
  expect([precisionText(few), recallText(few, 0)]).toEqual(['3 of 20', '–'])
})

test('a rule is listed in its present mode, and in the other one only with something found', () => {
  const modes = (rules: typeof exampleFraudRules.rules) =>
    rowsOf(rules).map((it) => `${it.rule.rule} ${it.mode}`)
  expect(modes(exampleFraudRules.rules)).toEqual([
    'SAME_PROCESSOR_CUSTOMER active',
    'SAME_EMAIL active',
    'LEAKED_CODE shadow',
  ])
  const changed = exampleFraudRules.rules.map((it) => ({ ...it, mode: 'shadow' as const }))
  expect(modes(changed)).toEqual([
    'SAME_PROCESSOR_CUSTOMER shadow',
    'SAME_EMAIL shadow',
    'SAME_EMAIL active',
    'LEAKED_CODE shadow',
  ])
  const off = exampleFraudRules.rules.map((it) => ({ ...it, mode: 'off' as const }))
  expect(modes(off)).toEqual(['SAME_PROCESSOR_CUSTOMER active', 'SAME_EMAIL active', 'LEAKED_CODE shadow'])
})
