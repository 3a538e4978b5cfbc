import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { reviewingRoles } from '@goodword/domain/staff/staff-role'
import { Type } from 'typebox'
import { referralStatus } from '../accounts/account.ts'
import { personalReason } from '../accounts/personal-reason.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exampleFriendSummary, exampleReferral } from '../frame/examples.ts'
import { listOf, listOrder, listQuery, listSort } from '../frame/list.ts'
import { accountId, filteredId, nullable, recordId, time, timeRange, usedCode } from '../frame/values.ts'
import { exampleFraudRules, FraudRules } from '../fraud/fraud-rules.ts'
import { exampleSimulation, FraudSimulation, FraudSimulationRequest } from '../fraud/fraud-simulation.ts'
import { askedDays } from '../statistics/statistics.ts'
import { ListedReferral, ProgramAmount } from './listed-referral.ts'
import { ModerationAction } from './moderation-action.ts'
import { moderationStatus, Referral } from './referral.ts'
import { ReferralReview } from './referral-review.ts'

export const listReferrals = endpoint({
  name: 'listReferrals',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals',
  summary: 'List referrals',
  description:
    'Returns the referrals of the program, newest first unless `order` says otherwise. Filters are combined with AND. `waitsFor=DECISION` is the queue of what staff have to decide: with `sort=amountAtStake` by what is at stake, the most first, with `order=OLDEST` from the one that waits the longest.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    referringAccountId: Type.Optional(accountId('Only referrals made by this account.')),
    referredAccountId: Type.Optional(accountId('Only the referral of this account as the referred one.')),
    status: Type.Optional(referralStatus('Only referrals with this status.')),
    moderationStatus: Type.Optional(
      moderationStatus('Only referrals of which at least one side has this moderation status.'),
    ),
    waitsFor: Type.Optional(
      Type.Enum(['DECISION', 'CONFIRMATION'], {
        description:
          'Only referrals with a side that waits: `DECISION` for staff, `CONFIRMATION` for the server of the merchant, a signed call or the payment processor, because until now only unsigned calls know the friend and the payment. One that only a block of the referrer holds waits for neither.',
      }),
    ),
    cluster: Type.Optional(
      filteredId(
        'ID of a referral. Only what waits for staff around it, itself included: referrals by the same referrer, and those of accounts that share a card, a device, a mail domain or a network that few use with one of its two accounts, or that are of the same person. At most 500, the oldest.',
      ),
    ),
    fraudRule: Type.Optional(
      Type.Enum([...fraudRuleNames], {
        description: 'Only referrals that this fraud rule flagged while it was active.',
      }),
    ),
    shadowFraudRule: Type.Optional(
      Type.Enum([...fraudRuleNames], {
        description: 'Only referrals that this fraud rule flagged while it was in shadow mode.',
      }),
    ),
    dateReferralStarted: Type.Optional(timeRange('Only referrals attributed in this time range.')),
    dateConverted: Type.Optional(timeRange('Only referrals converted in this time range.')),
    dateReferralEnded: Type.Optional(timeRange('Only referrals that ended in this time range.')),
    sort: listSort(
      ['dateConverted', 'dateReferralEnded', 'amountAtStake'],
      ' With `amountAtStake` the list is that of `waitsFor=DECISION`, and the most comes first unless `order` is `OLDEST`. A `cluster` has few enough referrals to sort them yourself by `amountAtStake`.',
    ),
    order: listOrder(', as for a queue of what waits for a decision'),
  }),
  body: null,
  success: { 200: listOf('referrals', ListedReferral, 'in the requested order') },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      referrals: [{ ...exampleReferral, amountAtStake: null, othersInCluster: null }],
    },
  },
})

export const readReferral = endpoint({
  name: 'readReferral',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals/{referralId}',
  summary: 'Retrieve a referral',
  description: 'Returns a referral with both sides: users, rewards, moderation and fraud signals.',
  scope: 'read',
  params: Type.Object({ referralId: recordId('ID of the referral.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Referral },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: { answer: exampleReferral },
})

export const readReferralReview = endpoint({
  name: 'readReferralReview',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals/{referralId}/review',
  summary: 'Retrieve what a decision about a referral is about',
  description:
    'How the friend came and what they have paid, what each side has or would get, what that is worth and what it has taken off bills, what the referrer wrote about it, and what was decided before about the same accounts. Changes nothing.',
  scope: 'read',
  params: Type.Object({ referralId: recordId('ID of the referral.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: ReferralReview },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: {
    answer: {
      referralId: exampleReferral.id,
      channel: 'LINK',
      friendPayments: [{ currency: 'EUR', charged: 89.82, refunded: 0 }],
      sides: [
        {
          side: 'REFERRER',
          accountId: 'acct_bob',
          status: 'PENDING',
          reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
          worth: { amount: 59.88, currency: 'EUR', bills: 12 },
          takenOff: [],
        },
        {
          side: 'REFERRED',
          accountId: 'acct_carol',
          status: 'APPROVED',
          reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
          worth: null,
          takenOff: [{ currency: 'EUR', amount: 9.98 }],
        },
      ],
      appeal: null,
      history: [
        {
          side: 'REFERRER',
          accountId: 'acct_bob',
          approved: 1,
          denied: 0,
          pending: 0,
          undecided: 3,
          complete: true,
          latest: [
            {
              referralId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4e',
              side: 'REFERRER',
              status: 'APPROVED',
              decision: exampleReferral.referrerDecision,
              otherAccountId: 'acct_carol',
              otherUser: exampleFriendSummary,
            },
          ],
        },
        {
          side: 'REFERRED',
          accountId: 'acct_carol',
          approved: 0,
          denied: 0,
          pending: 0,
          undecided: 0,
          complete: true,
          latest: [],
        },
      ],
    },
  },
})

export const readReviewSummary = endpoint({
  name: 'readReviewSummary',
  tag: 'Referrals',
  method: 'GET',
  path: '/review-summary',
  summary: 'Retrieve what waits for a decision in total',
  description:
    'Returns how much waits for your staff, what is at stake of it, how long the oldest has waited, and how long your staff took for their decisions of the last 30 days. `GET referrals?waitsFor=DECISION` lists what waits.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: {
    200: Type.Object(
      {
        referrals: Type.Integer({ minimum: 0, description: 'Referrals with a side that waits for staff.' }),
        referrerSides: Type.Integer({ minimum: 0, description: 'Sides of referrers that wait.' }),
        friendSides: Type.Integer({ minimum: 0, description: 'Sides of friends that wait.' }),
        amountAtStake: ProgramAmount,
        withoutAmount: Type.Integer({
          minimum: 0,
          description: 'Referrals without a known value in the currency of the program.',
        }),
        complete: Type.Boolean({
          description:
            'Whether these are all; false where only the 10,000 referrals with the most at stake are counted.',
        }),
        overdue: Type.Integer({
          minimum: 0,
          description:
            'Referrals that have waited longer than the `reviewDays` of the program, counted up to 10,000.',
        }),
        dateOldestHeld: nullable(
          time('When the side was held that has waited the longest; null without one.'),
        ),
        decisions: Type.Integer({
          minimum: 0,
          description:
            'Referrals about which your staff decided in the last 30 days after a side had waited, counted up to the latest 10,000.',
        }),
        medianTimeToDecideMs: nullable(
          Type.Integer({
            minimum: 0,
            description: 'Half of them took this long or less, in milliseconds; null without a decision.',
          }),
        ),
      },
      { title: 'ReviewSummary', description: 'What waits for a decision of staff in total.' },
    ),
  },
  refusals: [],
  example: {
    answer: {
      referrals: 12,
      referrerSides: 12,
      friendSides: 3,
      amountAtStake: { amount: 431.28, currency: 'EUR' },
      withoutAmount: 1,
      complete: true,
      overdue: 2,
      dateOldestHeld: 1_780_272_000_000,
      decisions: 48,
      medianTimeToDecideMs: 5_400_000,
    },
  },
})

export const attributeByHand = endpoint({
  name: 'attributeByHand',
  tag: 'Referrals',
  method: 'POST',
  path: '/referrals',
  summary: 'Attribute an account by hand',
  description:
    'Attributes a known account to the owner of a code after the fact, for a friend who forgot the code. The rules of a code apply: an account has one referral, no account refers itself, fraud rules decide, limits on rewards hold. Two rules can be overruled: a code counts although it is disabled or expired; and with `allowExistingCustomer`, so does an account that has paid already. Its referral converts at once, as if code and `PAID` had come in one call, and the months of both rewards begin now; nothing of earlier bills is refunded. Returns 201, or 200 if the account was referred by this code before: then nothing changes.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      referralCode: usedCode('A referral code of the referrer, also one that is disabled or expired.'),
      referredAccountId: accountId('Your ID for the friend’s account. The account must exist.'),
      allowExistingCustomer: Type.Optional(
        Type.Boolean({
          description:
            'True attributes the account although it paid before it was referred. Without it, such an account is refused.',
          examples: [true],
        }),
      ),
      reason: personalReason('Why the account is attributed by hand.'),
    },
    { title: 'AttributionByHand' },
  ),
  success: { 200: Referral, 201: Referral },
  refusals: [
    'SELF_REFERRAL',
    'ACCOUNT_NOT_FOUND',
    'REFERRAL_CODE_NOT_FOUND',
    'ALREADY_REFERRED',
    'EXISTING_CUSTOMER',
    'ACCOUNT_BLOCKED',
    'PROGRAM_INACTIVE',
  ],
  example: {
    body: {
      referralCode: 'BOBT4K9QX',
      referredAccountId: 'acct_carol',
      allowExistingCustomer: true,
      reason: 'Carol forgot the code and wrote to support.',
    },
    answer: { ...exampleReferral, attributedByHand: true },
  },
})

export const moderateReferrals = endpoint({
  name: 'moderateReferrals',
  tag: 'Referrals',
  method: 'POST',
  path: '/referrals/moderate',
  summary: 'Moderate referrals',
  description:
    'Approves, denies or holds sides of referrals. Takes up to 100 actions, which are applied in order, all or none. A denied or held side has no reward. Approving creates the reward once; denying it later cancels the unredeemed part, and approving again restores it. Every decision can be undone by another one, at any time: `APPROVE` after `DENY` restores the reward, `DENY` after `APPROVE` cancels it again. Two things are not undone: credit that was redeemed stays redeemed, and an approval after the end of the referral, or above the program’s limit, restores no reward that is no longer owed. There is no way back to the state before any decision: rules never override a manual decision. Returns each referral once, in the order of the actions.',
  scope: 'money',
  staffRoles: reviewingRoles,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      actions: Type.Array(ModerationAction, {
        minItems: 1,
        maxItems: 100,
        description: 'The actions to apply, 1 to 100.',
      }),
    },
    { title: 'Moderation' },
  ),
  success: {
    200: Type.Object(
      { referrals: Type.Array(Referral, { description: 'The referrals after the actions.' }) },
      { title: 'ModeratedReferrals' },
    ),
  },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: {
    body: { actions: [{ referralId: exampleReferral.id, action: 'APPROVE_REFERRER' }] },
    answer: { referrals: [exampleReferral] },
  },
})

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

export const createFraudSimulation = endpoint({
  name: 'createFraudSimulation',
  tag: 'Referrals',
  method: 'POST',
  path: '/fraud-simulations',
  summary: 'Simulate fraud rules',
  description:
    'Tries modes and thresholds of fraud rules on the stored facts of referrals, before you save them in the program: what would have been held, what that is worth, and how your staff decided about the same referrals. Nothing is held. What takes longer than two seconds is left to a background job: the status is 202, and you retrieve the simulation until its state is `DONE`. A repeated request within the same minute is answered with the same simulation. The newest 50 simulations of a program are kept, for 7 days.',
  scope: 'read',
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: FraudSimulationRequest,
  success: { 200: FraudSimulation, 202: FraudSimulation },
  refusals: [],
  example: {
    body: {
      from: '2026-03-01',
      to: '2026-03-30',
      rules: [{ rule: 'LEAKED_CODE', mode: 'active', thresholds: { publicClicks: 5 } }],
    },
    answer: exampleSimulation,
  },
})

export const readFraudSimulation = endpoint({
  name: 'readFraudSimulation',
  tag: 'Referrals',
  method: 'GET',
  path: '/fraud-simulations/{simulationId}',
  summary: 'Retrieve a simulation of fraud rules',
  description:
    'Returns a simulation with its figures and a page of the referrals that would have been held. The figures are of the time of the request, the referrals of now.',
  scope: 'read',
  params: Type.Object({ simulationId: recordId('ID of the simulation.') }),
  query: Type.Object({
    cursor: Type.Optional(
      Type.String({
        format: 'cursor',
        description: 'The `nextCursor` of the previous page. Omit it for the first page.',
      }),
    ),
  }),
  body: null,
  success: { 200: FraudSimulation },
  refusals: ['FRAUD_SIMULATION_NOT_FOUND'],
  example: { answer: exampleSimulation },
})
