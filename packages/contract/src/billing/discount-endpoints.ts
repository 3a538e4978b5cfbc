import { discountStates } from '@goodword/domain/bills/bill-discount'
import { billStates } from '@goodword/domain/bills/bill-states'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { Type } from 'typebox'
import { AccountDiscount } from '../accounts/account-discount.ts'
import { personalReason } from '../accounts/personal-reason.ts'
import { CouponInformation } from '../codes/code.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exampleDiscount, exampleFriendSummary } from '../frame/examples.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import {
  accountId,
  currency,
  merchantReference,
  nullable,
  paymentProviderId,
  price,
  priceText,
  requestedTime,
  time,
  usedCode,
} from '../frame/values.ts'
import { Bill, BillWithUser, billId, exampleBill } from './bill.ts'
import { DiscountWithUser, exampleSubscriptionDiscount } from './subscription-discount.ts'

export const lookUpCode = endpoint({
  name: 'lookUpCode',
  tag: 'Discounts',
  method: 'GET',
  path: '/code/{code}',
  aliases: ['/discount/{code}', '/coupon/{code}'],
  summary: 'Look up a referral code',
  description:
    'Call this from your server before you create the subscription, so that the first bill of a new customer includes the discount: add a discount that inherits from `discountId`, with an amount of `discountPercentage` of the plan’s price; at Stripe, create the subscription with the coupon `discountId`, which exists when this is answered. `/discount/{code}` and `/coupon/{code}` are the same operation.',
  scope: 'read',
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: null,
  success: { 200: CouponInformation },
  refusals: ['REFERRAL_CODE_NOT_FOUND', 'PROCESSOR_SETUP_INCOMPLETE', 'PROCESSOR_UNAVAILABLE'],
  example: {
    answer: {
      code: 'BOBT4K9QX',
      couponCode: 'BOBT4K9QX',
      discountPercentage: 10,
      discountId: 'referral_discount',
      promotionCode: null,
      referrerName: 'Bob T.' as PresentableName,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      dateCreated: 1_779_913_600_000,
    },
  },
})

export const linkDiscount = endpoint({
  name: 'linkDiscount',
  tag: 'Discounts',
  method: 'POST',
  path: '/discount',
  summary: 'Link a processor customer and apply a coupon',
  description:
    'Call this from your server after you created the customer at the payment processor. It links the account to the customer and attributes the account by the coupon, so that discounts are applied to the customer’s subscription. Returns 201 the first time and 200 on a repeat. The link is stored first; then the customer is read at the processor, for at most 2 seconds. A customer that paid before gets no discount: `couponApplies` is false, and `reason` says why. Without `couponApplies` the processor did not respond in time: the rest is done asynchronously and retried, and what the processor shows then decides.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      paymentProviderId: paymentProviderId(),
      couponCode: usedCode('The referral code.'),
    },
    { title: 'DiscountLink' },
  ),
  success: { 200: AccountDiscount, 201: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN', 'PROCESSOR_NOT_CONNECTED'],
  example: {
    body: { accountId: 'acct_carol', paymentProviderId: '48213579', couponCode: 'BOBT4K9QX' },
    answer: { ...exampleDiscount, couponApplies: true },
  },
})

export const reportBill = endpoint({
  name: 'reportBill',
  tag: 'Discounts',
  method: 'POST',
  path: '/bills',
  summary: 'Report a bill',
  description:
    'For programs that are connected with `{"processor": "manual"}`: tells what your own system has billed. `GET discounts` and the event `discount.changed` tell what the next bill of a subscription should have off. A bill links the subscription with the account. The first bill of more than nothing converts the referral; every bill counts for percentages of so many months, and `GET bills` compares it with the discount that it should have had. Money that was taken too much is given back by you: the service does not call your system. A bill is reported once by its subscription and day (UTC): a repeat is answered with 200 and changes nothing, another content with 409. What follows from it happens within seconds.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your ID for the account that is billed. The account must exist.'),
      subscriptionId: merchantReference('Your ID of the subscription, which keeps its account.'),
      date: requestedTime('When the bill was made, not in the future.'),
      price: price(
        'The price before our discount; 0 for a trial, which is no bill and makes the next one known.',
      ),
      discount: price('What was taken off for our discount, at most the price.'),
      currency: Type.Optional(
        currency('Currency of the amounts; that of the account if absent, or of the program.'),
      ),
      nextBillDate: Type.Optional(
        nullable(
          requestedTime(
            'When the next bill is made, on a later day; null if this is the last one, which ends the subscription. If absent, one billing interval of the account later, or a month.',
          ),
        ),
      ),
    },
    { title: 'BillReport' },
  ),
  success: { 200: ReportedBill(), 201: ReportedBill() },
  refusals: [
    'ACCOUNT_NOT_FOUND',
    'BILL_CONFLICT',
    'BILLS_COME_FROM_PROCESSOR',
    'PROCESSOR_NOT_CONNECTED',
    'PROVIDER_ID_TAKEN',
  ],
  example: {
    body: {
      accountId: 'acct_carol',
      subscriptionId: 'sub_carol',
      date: 1_780_000_000_000,
      price: 49.9,
      discount: 4.99,
    },
    answer: {
      accountId: 'acct_carol',
      subscriptionId: 'sub_carol',
      date: 1_780_000_000_000,
      price: 49.9,
      discount: 4.99,
      currency: 'EUR',
      nextBillDate: '2026-06-28',
    },
  },
})

function ReportedBill() {
  return Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      subscriptionId: Type.String({ description: 'Your ID of the subscription.' }),
      date: time('When the bill was made.'),
      price: price('The price before our discount.'),
      discount: price('What was taken off for our discount.'),
      currency: Type.String({ description: 'Currency of the amounts.', examples: ['EUR'] }),
      nextBillDate: nullable(
        Type.String({
          description: 'The day of the next bill, `YYYY-MM-DD`; null after the last one.',
          examples: ['2026-06-28'],
        }),
      ),
    },
    { title: 'ReportedBill', description: 'A bill of your own system, as it was reported.' },
  )
}

export const readAccountReward = endpoint({
  name: 'readAccountReward',
  tag: 'Discounts',
  method: 'GET',
  path: '/account/{accountId}/reward',
  summary: 'Retrieve an account’s discounts and credits',
  description:
    'Computes the discount that an account’s next bill would have if it was made now; `GET discounts` says what the next bill of each subscription will have on its day, when a reward that is held until then counts as well. Call it when the price of a subscription changes, and apply the result to the subscription before prorated charges are made. With `value` the response includes the discount as an amount. With `couponCode` it previews the discount as if that code had been used, also for an account that does not exist yet. Has no side effects.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({
    couponCode: Type.Optional(usedCode('A referral code to preview.')),
    value: Type.Optional(priceText('The price to compute `discountAmount` for.')),
    currency: Type.Optional(
      currency('Currency of `value`. Defaults to the account’s currency, else the program’s.'),
    ),
  }),
  body: null,
  success: { 200: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'ACCOUNT_NOT_FOUND', 'REFERRAL_CODE_NOT_FOUND'],
  example: { answer: { ...exampleDiscount, discountAmount: 4.99, currency: 'EUR' } },
})

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

export const mendBill = endpoint({
  name: 'mendBill',
  tag: 'Discounts',
  method: 'POST',
  path: '/bills/{billId}/mend',
  summary: 'Refund what was paid too much',
  description:
    'Gives back what the customer paid too much for a bill, once, however often it is requested. The refund is made in the background: the bill stays `WRONG` with the reason `REFUND_DUE` until the payment is settled and refunded, then it is `MENDED`; `REFUND_REFUSED` says that the payment processor did not accept it. A bill that was paid too little cannot be mended: waive it.',
  scope: 'money',
  params: Type.Object({ billId: billId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Bill },
  refusals: ['BILL_NOT_FOUND', 'BILL_NOT_OVERPAID', 'PROCESSOR_NOT_CONNECTED'],
  example: { answer: { ...exampleBill, reason: 'REFUND_DUE' } },
})

export const waiveBill = endpoint({
  name: 'waiveBill',
  tag: 'Discounts',
  method: 'POST',
  path: '/bills/{billId}/waive',
  summary: 'Leave a wrong bill as it is',
  description:
    'Marks a wrong bill as `WAIVED`: it was looked at, and is left as it is. Waiving a waived bill changes nothing; the first reason stays. A bill that is right or mended, or whose refund is under way, cannot be waived.',
  scope: 'money',
  params: Type.Object({ billId: billId() }),
  query: Type.Object({}),
  body: Type.Object({ reason: personalReason('Why the bill is left as it is.') }, { title: 'BillWaiver' }),
  success: { 200: Bill },
  refusals: ['BILL_NOT_FOUND', 'BILL_NOT_WAIVABLE'],
  example: {
    body: { reason: 'Agreed with the customer.' },
    answer: { ...exampleBill, state: 'WAIVED', reason: 'WAIVED_BY_HAND' },
  },
})
