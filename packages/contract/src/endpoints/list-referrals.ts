import { fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { Type } from 'typebox'
import { referralStatus } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleReferral } from '../examples.ts'
import { listOf, listOrder, listQuery, listSort } from '../list.ts'
import { ListedReferral } from '../listed-referral.ts'
import { moderationStatus } from '../referral.ts'
import { accountId, filteredId, timeRange } from '../values.ts'

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
