import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleFraudRules, FraudRules } from '../fraud-rules.ts'
import { askedDays } from '../statistics.ts'

export const readFraudRules = endpoint({
  name: 'readFraudRules',
  tag: 'Referrals',
  method: 'GET',
  path: '/fraud-rules',
  summary: 'Retrieve the fraud rules with their figures',
  description:
    'Returns each fraud rule with its mode, the referrals that it flagged in a range of days, and how their sides are decided now: so that you see how often a rule is right before you make it active. A referral counts on the day on which the rule flagged it. `GET referrals` lists them with `fraudRule` and `shadowFraudRule`.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({
    ...askedDays,
  }),
  body: null,
  success: { 200: FraudRules },
  refusals: [],
  example: { answer: exampleFraudRules },
})
