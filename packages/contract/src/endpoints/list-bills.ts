import { billStates } from '@goodword/domain/bills/bill-states'
import { Type } from 'typebox'
import { BillWithUser, exampleBill } from '../bill.ts'
import { endpoint } from '../endpoint.ts'
import { exampleFriendSummary } from '../examples.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { accountId, requestedTime } from '../values.ts'

export const listBills = endpoint({
  name: 'listBills',
  tag: 'Discounts',
  method: 'GET',
  path: '/bills',
  summary: 'List bills',
  description:
    'Returns the bills of subscriptions with a reward or with our discount, newest first: what was taken off each, and what should have been. A bill is kept when it is seen, within a day of its payment; bills from before the account was linked with its customer are left out, except for a friend’s first bill. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only bills of this account.')),
    subscriptionId: Type.Optional(
      Type.String({
        format: 'person-name',
        minLength: 1,
        maxLength: 256,
        description: 'Only bills of this subscription at the payment processor.',
        examples: ['k3x9f2'],
      }),
    ),
    state: Type.Optional(Type.Enum([...billStates], { description: 'Only bills in this state.' })),
    from: Type.Optional(requestedTime('Only bills that were made at this time or later.')),
    to: Type.Optional(requestedTime('Only bills that were made at this time or before.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('bills', BillWithUser, 'in the requested order') },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      bills: [{ ...exampleBill, user: exampleFriendSummary }],
    },
  },
})
