import { discountStates } from '@goodword/domain/bills/bill-discount'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleFriendSummary } from '../examples.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { DiscountWithUser, exampleSubscriptionDiscount } from '../subscription-discount.ts'
import { accountId } from '../values.ts'

export const listDiscounts = endpoint({
  name: 'listDiscounts',
  tag: 'Discounts',
  method: 'GET',
  path: '/discounts',
  summary: 'List subscription discounts',
  description:
    'Returns the live subscriptions at the payment processor that have a referral discount or whose account has a reward, newest first: what is to be taken off the next bill, and what the processor takes off now. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only discounts of this account.')),
    state: Type.Optional(Type.Enum([...discountStates], { description: 'Only discounts in this state.' })),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('discounts', DiscountWithUser) },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      discounts: [{ ...exampleSubscriptionDiscount, user: exampleFriendSummary }],
    },
  },
})
