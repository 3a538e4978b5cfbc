import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'
import { daysAnswered } from '../statistics/statistics.ts'

/** Below so many decisions a share of them is not shown. */
export const MIN_DECISIONS = 20

const sides = (description: string) => Type.Integer({ description })

const FlaggedReferrals = Type.Object(
  {
    referrals: Type.Integer({
      description: 'Referrals that the rule flagged. Each has two sides, which are counted below.',
    }),
    pending: sides('Sides that wait for a decision.'),
    approvedByStaff: sides('Sides that your staff or your server approved.'),
    deniedByStaff: sides('Sides that your staff or your server denied.'),
    deniedByRule: sides(
      'Sides that this rule, or another one that was active, denied and that are not decided since.',
    ),
    notDecided: sides('Sides that are approved without a decision, as every side is at first.'),
    confirmedRate: nullable(
      Type.Number({
        description:
          'How often your staff agreed with the rule: `deniedByStaff` of `deniedByStaff` and `approvedByStaff` in percent, rounded half up to two decimals. Null without a decision.',
        examples: [75],
      }),
    ),
  },
  {
    title: 'FlaggedReferrals',
    description: 'What a rule flagged in one mode, and how the sides of these referrals are decided now.',
  },
)
export type FlaggedReferrals = ShapeOf<typeof FlaggedReferrals>

const RuleThreshold = Type.Object(
  {
    value: Type.Integer({ description: 'The value of the program now.' }),
    effective: Type.Integer({
      description:
        'The value that counts: `value`, or more where the referrals of the program usually have more.',
    }),
    default: Type.Integer({ description: 'The value of a program that has set none.' }),
    min: Type.Integer({ description: 'The least value that a program may set.' }),
    max: Type.Integer({ description: 'The greatest value that a program may set.' }),
    description: Type.String({
      description: 'What is counted, and whether the value is the least or the most.',
    }),
  },
  { title: 'RuleThreshold', description: 'A threshold of a fraud rule with its bounds.' },
)
export type RuleThreshold = ShapeOf<typeof RuleThreshold>

const FraudRuleFigures = Type.Object(
  {
    rule: Type.Enum([...fraudRuleNames], { description: 'Name of the rule.' }),
    message: Type.String({ description: 'What the rule compares, as a sentence.' }),
    mode: Type.Enum([...fraudRuleModes], { description: 'Mode of the rule in the program now.' }),
    holds: nullable(
      Type.Enum(['REFERRER', 'BOTH'], {
        description:
          'The sides that wait for a decision when the rule matches while it is active. Null for a rule that denies both sides at once.',
      }),
    ),
    thresholds: Type.Record(Type.String(), RuleThreshold, {
      description: 'The thresholds of the rule by name, as `fraudRules` of the program sets them.',
    }),
    active: FlaggedReferrals,
    shadow: FlaggedReferrals,
    decided: Type.Object(
      {
        approved: Type.Integer({
          description: 'Referrals of which your staff approved a side and denied none.',
        }),
        denied: Type.Integer({ description: 'Referrals of which your staff denied a side.' }),
      },
      {
        title: 'DecidedReferrals',
        description:
          'Referrals that started in the range, that the rule flagged in either mode, and that your staff decided. Each counts once.',
      },
    ),
    precision: nullable(
      Type.Number({
        description: `How often the rule was right: \`decided.denied\` of all \`decided\` in percent. Null below ${MIN_DECISIONS} decisions.`,
        examples: [75],
      }),
    ),
    recall: nullable(
      Type.Number({
        description: `How much of what your staff denied the rule flagged: \`decided.denied\` of \`denied\` in percent. Null while \`denied\` is below ${MIN_DECISIONS}.`,
        examples: [60],
      }),
    ),
  },
  {
    title: 'FraudRuleFigures',
    description:
      'A fraud rule and what it flagged while it was active and while it was in shadow mode. A referral that a rule flagged in both modes counts in both.',
  },
)
export type FraudRuleFigures = ShapeOf<typeof FraudRuleFigures>

export const FraudRules = Type.Object(
  {
    ...daysAnswered,
    recounting: Type.Boolean({
      description:
        'Whether figures are being counted again, or for the first time. After a change of the program’s time zone they stay in the old one until that is done.',
    }),
    denied: Type.Integer({
      description:
        'Referrals that started in the range and of which your staff denied a side, whether a rule flagged them or not.',
    }),
    rules: Type.Array(FraudRuleFigures, { description: 'One entry per rule.' }),
  },
  { title: 'FraudRules', description: 'The fraud rules of the program with their figures.' },
)
export type FraudRules = ShapeOf<typeof FraudRules>

const none: FlaggedReferrals = {
  referrals: 0,
  pending: 0,
  approvedByStaff: 0,
  deniedByStaff: 0,
  deniedByRule: 0,
  notDecided: 0,
  confirmedRate: null,
}

export const exampleFraudRules: FraudRules = {
  from: '2026-03-01',
  to: '2026-03-30',
  dateStarts: 1_772_319_600_000,
  dateEnds: 1_774_908_000_000,
  timeZone: 'Europe/Berlin',
  recounting: false,
  denied: 4,
  rules: [
    {
      rule: 'SAME_PROCESSOR_CUSTOMER',
      message: 'The friend’s account has the same payment processor customer as the referrer’s account.',
      mode: 'active',
      holds: null,
      thresholds: {},
      active: none,
      shadow: none,
      decided: { approved: 0, denied: 0 },
      precision: null,
      recall: null,
    },
    {
      rule: 'SAME_EMAIL',
      message: 'The friend and the referrer have the same e-mail address or a variant of it.',
      mode: 'active',
      holds: null,
      thresholds: {},
      active: {
        referrals: 5,
        pending: 1,
        approvedByStaff: 1,
        deniedByStaff: 3,
        deniedByRule: 4,
        notDecided: 1,
        confirmedRate: 75,
      },
      shadow: none,
      decided: { approved: 0, denied: 0 },
      precision: null,
      recall: null,
    },
    {
      rule: 'LEAKED_CODE',
      message: 'The referrer’s links are clicked on public coupon pages or in advertisements.',
      mode: 'shadow',
      holds: 'REFERRER',
      thresholds: {
        publicClicks: {
          value: 25,
          effective: 25,
          default: 10,
          min: 1,
          max: 10_000,
          description: 'Such clicks within 7 days, at least',
        },
      },
      active: none,
      shadow: { ...none, referrals: 2, approvedByStaff: 2, notDecided: 2, confirmedRate: 0 },
      decided: { approved: 0, denied: 0 },
      precision: null,
      recall: null,
    },
  ],
}
