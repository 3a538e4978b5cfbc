import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { historyRuleNames } from '@goodword/domain/fraud/history-rules'
import { simulationStates } from '@goodword/domain/moderation/simulation'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { merchantReference, nullable, recordId, time } from '../frame/values.ts'
import { askedDays, daysAnswered } from '../statistics/statistics.ts'
import { FraudRuleSetting } from './fraud-rule-setting.ts'

export const MAX_SIMULATED_DAYS = 90

const rule = Type.Enum([...historyRuleNames], {
  description:
    'Name of a rule about stored facts. Rules that compare friend and referrer cannot be simulated.',
})
const mode = Type.Enum([...fraudRuleModes], { description: 'The mode that the rule would have had.' })

const SimulatedRule = Type.Object(
  { rule, mode, thresholds: FraudRuleSetting.properties.thresholds },
  { title: 'SimulatedRule', description: 'A rule with the mode and the thresholds that are tried.' },
)

export const FraudSimulationRequest = Type.Object(
  {
    ...askedDays,
    rules: Type.Array(SimulatedRule, {
      minItems: 1,
      maxItems: historyRuleNames.length,
      description: 'The rules that are tried, each once. An absent threshold has its default.',
    }),
  },
  {
    title: 'FraudSimulationRequest',
    description: `What to try on referrals that started in a range of at most ${MAX_SIMULATED_DAYS} days.`,
  },
)

const sums = {
  matched: Type.Integer({ description: 'Referrals whose stored facts match, however they are decided.' }),
  would: Type.Object(
    {
      held: Type.Integer({
        description:
          'Referrals whose referrer’s side would wait for a decision and does not: it is approved, and not by your staff. 0 unless the mode is `active`.',
      }),
      amount: Type.Number({
        description:
          'What their referrers’ rewards are worth, in the major unit of `currency`: credits by their value, percentages at the referrer’s present price, on all bills of their months, or on one bill if they have no end.',
        examples: [49.9],
      }),
      withoutAmount: Type.Integer({
        description:
          'Referrals of `held` whose reward has no value in `currency`: time, features, other units, and percentages of a price that is not known.',
      }),
    },
    { title: 'SimulatedHolds', description: 'What would have been held.' },
  ),
  ofDecided: Type.Object(
    {
      approved: Type.Integer({
        description: 'Referrals of `matched` whose referrer’s side your staff approved.',
      }),
      denied: Type.Integer({
        description: 'Referrals of `matched` whose referrer’s side your staff denied.',
      }),
    },
    { title: 'SimulatedDecisions', description: 'How your staff decided about what matches.' },
  ),
}

const SimulatedFigures = Type.Object(
  {
    rule,
    mode,
    thresholds: Type.Record(Type.String(), Type.Integer(), {
      description:
        'The thresholds that were tried, by name: raised, as those of the program are, where its referrals usually have more.',
    }),
    ...sums,
  },
  { title: 'SimulatedFigures', description: 'What a rule would have done, with all of its thresholds.' },
)

const facts = Type.Record(Type.String(), Type.Number(), {
  description: 'The facts that the rule reads, by name.',
})

const HeldReferral = Type.Object(
  {
    referralId: recordId('ID of the referral.'),
    referringAccountId: merchantReference('The referrer’s account.'),
    referredAccountId: merchantReference('The friend’s account.'),
    dateReferralStarted: time('When the referral started.'),
    amount: nullable(
      Type.Number({
        description: 'What the referrer’s reward is worth; null if it has no value in `currency`.',
      }),
    ),
    found: Type.Array(
      Type.Object(
        { rule, message: Type.String({ description: 'What the rule found, with its numbers.' }), facts },
        { title: 'SimulatedFinding', description: 'Why a rule would have held the referral.' },
      ),
      { description: 'The active rules that match.' },
    ),
  },
  { title: 'HeldReferral', description: 'A referral that would have been held.' },
)

export const FraudSimulation = Type.Object(
  {
    id: recordId('ID of the simulation.'),
    state: Type.Enum([...simulationStates], {
      description:
        '`RUNNING` while a background job counts: the figures are of what it has counted until now, and there are no referrals yet. `FAILED` after repeated errors of the service: request it again.',
    }),
    ...daysAnswered,
    currency: Type.String({ description: 'The currency of amounts.', examples: ['EUR'] }),
    rules: Type.Array(SimulatedFigures, { description: 'One entry per requested rule.' }),
    total: Type.Object(sums, {
      title: 'SimulatedTotal',
      description: 'All rules together: a referral that several match counts once.',
    }),
    referrals: Type.Array(HeldReferral, {
      description: 'The referrals that would have been held, newest first, at most 100.',
    }),
    nextCursor: nullable(
      Type.String({
        description:
          'For the next page: `GET fraud-simulations/{simulationId}?cursor=…`. A page can have less than 100 entries; null after the last one.',
      }),
    ),
    dateCreated: time('When the simulation was requested.'),
    dateExpires: time('When it is deleted, 7 days after its request.'),
  },
  {
    title: 'FraudSimulation',
    description: 'What fraud rules would have done with referrals that are stored.',
  },
)
export type FraudSimulation = ShapeOf<typeof FraudSimulation>

const exampleSums = {
  matched: 12,
  would: { held: 9, amount: 449.1, withoutAmount: 0 },
  ofDecided: { approved: 1, denied: 2 },
}

export const exampleSimulation: FraudSimulation = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  state: 'DONE',
  from: '2026-03-01',
  to: '2026-03-30',
  dateStarts: 1_772_319_600_000,
  dateEnds: 1_774_908_000_000,
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  rules: [{ rule: 'LEAKED_CODE', mode: 'active', thresholds: { publicClicks: 5 }, ...exampleSums }],
  total: exampleSums,
  referrals: [
    {
      referralId: '019a5f2e-7c1b-7d3a-9f00-1c5e8a1b2d40',
      referringAccountId: 'acct_bob',
      referredAccountId: 'acct_alice',
      dateReferralStarted: 1_773_000_000_000,
      amount: 49.9,
      found: [
        {
          rule: 'LEAKED_CODE',
          message:
            '7 clicks on the referrer’s links came from public coupon pages or advertisements within 7 days (limit 5).',
          facts: { publicClicks: 7 },
        },
      ],
    },
  ],
  nextCursor: null,
  dateCreated: 1_775_000_000_000,
  dateExpires: 1_775_604_800_000,
}
