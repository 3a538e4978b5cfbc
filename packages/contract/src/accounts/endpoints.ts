import { reversalKinds } from '@goodword/domain/payments/first-payment'
import { reviewingRoles } from '@goodword/domain/staff/staff-role'
import type { Currency } from '@goodword/domain/values/money'
import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { exampleAccount, exampleFriendSummary } from '../frame/examples.ts'
import { listOf, listQuery } from '../frame/list.ts'
import {
  accountId,
  currency,
  merchantReference,
  nullable,
  price,
  requestedTime,
  searchText,
  time,
} from '../frame/values.ts'
import { Account, AccountSummary, AccountUpdate } from './account.ts'
import { personalReason } from './personal-reason.ts'
import { TimelineEvent } from './timeline-event.ts'

export const syncAccount = endpoint({
  name: 'syncAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/accountsync',
  summary: 'Sync an account',
  description:
    'Creates or updates an account. `referral.code` attributes the account to the owner of the code. `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same request or a later one. A referral converts only after a user of the account was identified. Repeating a request changes nothing.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: AccountUpdate,
  success: { 200: Account },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN'],
  example: {
    body: {
      id: 'acct_carol',
      subscription: { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
      referral: { code: 'BOBT4K9QX' },
    },
    answer: exampleAccount,
  },
})

export const readAccount = endpoint({
  name: 'readAccount',
  tag: 'Accounts',
  method: 'GET',
  path: '/account/{accountId}',
  summary: 'Retrieve an account',
  description: 'Returns an account with its subscription as last reported, and the referral that brought it.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: { answer: exampleAccount },
})

export const listAccounts = endpoint({
  name: 'listAccounts',
  tag: 'Accounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description:
    'Returns the accounts of the program, newest first, also those without a user or a referral. With `query`, only accounts whose ID or whose customer ID at the payment processor starts with it; where none does, those of the newest 10,000 accounts whose ID has it anywhere, in any case. `GET users` finds accounts by the people in them.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    query: Type.Optional(
      searchText('Prefix of an account’s ID or of its customer ID; case-sensitive.', ['acct_']),
    ),
  }),
  body: null,
  success: { 200: listOf('accounts', AccountSummary) },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      accounts: [
        {
          id: exampleAccount.id,
          paymentProviderId: exampleAccount.paymentProviderId,
          user: exampleFriendSummary,
          dateCreated: exampleAccount.dateCreated,
          dateBlocked: exampleAccount.dateBlocked,
        },
      ],
    },
  },
})

export const listAccountEvents = endpoint({
  name: 'listAccountEvents',
  tag: 'Accounts',
  method: 'GET',
  path: '/account/{accountId}/timeline',
  summary: 'List the events of an account',
  description:
    'The timeline of an account, newest first: what happened to it and to the referrals that it made, and why; and what did not happen and why.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('events', TimelineEvent) },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      events: [
        {
          id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
          type: 'referral.converted',
          reason: 'FIRST_PAYMENT',
          message: 'The account paid for the first time.',
          date: 1_781_209_600_000,
          actor: 'server',
          referralId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
          rewardId: null,
          referredAccountId: 'acct_carol',
          referredUser: exampleFriendSummary,
          note: null,
          author: null,
        },
      ],
    },
  },
})

export const blockAccount = endpoint({
  name: 'blockAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/account/{accountId}/block',
  summary: 'Block an account',
  description:
    'Blocks an account, with immediate effect: the codes of its users attribute no new accounts, as if they were disabled, and the account itself can no longer be referred. The referrer’s side of its referrals in progress is held (`PENDING`, with the reason `REFERRER_BLOCKED`), and what converts unlocks no reward for it; friends get theirs. What was earned before stays, rewards in their hold period and discounts of the next bills included: cancel those separately. Sides that staff decided on are left as they are, and so is the referral that brought the account. Blocking a blocked account changes nothing; the first reason stays.',
  scope: 'write',
  staffRoles: reviewingRoles,
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: Type.Object({ reason: personalReason('Why the account is blocked.') }, { title: 'Block' }),
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    body: { reason: 'Refers accounts of its own.' },
    answer: {
      ...exampleAccount,
      dateBlocked: 1_786_000_000_000,
      blockReason: 'Refers accounts of its own.',
    },
  },
})

export const unblockAccount = endpoint({
  name: 'unblockAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/account/{accountId}/unblock',
  summary: 'Unblock an account',
  description:
    'Undoes a block. The codes of the account work again, and every referral that was held by the block alone is released: one that has converted meanwhile gets the referrer’s reward that it would have by now, once. What a fraud rule or staff holds stays held. Accounts that were not attributed during the block stay so. Unblocking an account that is not blocked changes nothing.',
  scope: 'write',
  staffRoles: reviewingRoles,
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: Type.Object({ reason: personalReason('Why the block is undone.') }, { title: 'Unblock' }),
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: { body: { reason: 'The accounts belong to one family.' }, answer: exampleAccount },
})

const kind = () =>
  Type.Enum([...reversalKinds], {
    description:
      '`VOID`: the payment was voided before it settled. `REFUND`: money was given back. `DISPUTE`: the friend’s bank takes the money back. `DISPUTE_WON`: a dispute ended for you.',
  })

export const reportPaymentReversal = endpoint({
  name: 'reportPaymentReversal',
  tag: 'Accounts',
  method: 'POST',
  path: '/payments/reversal',
  summary: 'Report a reversed payment',
  description:
    'Reports that a payment of an account was voided, refunded or disputed: the one that `paymentReference` names, or the first one, which converted the referral. Where the referrer has a share of payments (`PAYMENT_SHARE`), the same share is taken back, and given again when a dispute is won. For a payment of another reference that is all, but that a dispute counts for the rule `PAYMENT_DISPUTED`. For the first payment: within 60 days of the payment this holds the referrer’s side (`PENDING`) with the signal `FIRST_PAYMENT_VOIDED`, `FIRST_PAYMENT_REFUNDED` or `FIRST_PAYMENT_DISPUTED`, and takes back what of its reward is not redeemed. `DISPUTE_WON` approves the side again: with the reference of a reported dispute it ends that one, with another reference all that were reported until then. A side that your staff decided about stays as it is, with the signal beside it. `amount` counts for `REFUND` only. Left out, the whole payment was refunded. A smaller amount is recorded and has no effect, until the refunds together reach the whole: the present `value` of the account’s subscription, less the friend’s percentage. While no `value` is known, an amount counts as a part. A dispute later than 60 days after the payment is one of a later payment for the rule `PAYMENT_DISPUTED`. What was reported before the account’s first `PAID` is recorded and has no effect. A program without a payment processor needs these reports; its only later payments are decisions of your staff. On a connected program reports count beside what the processor shows, and its refunds and disputes need none; a later payment that settled there approves the side again in any case. A report with the same account, kind and `reference` counts once: it is answered like the first one.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your ID for the account that paid. The account must exist.'),
      kind: kind(),
      amount: Type.Optional(price('What was refunded, in the currency of the account.')),
      date: Type.Optional(requestedTime('When it happened, not in the future; now if absent.')),
      reference: merchantReference('Your ID of the void, refund or dispute.'),
      paymentReference: Type.Optional(
        merchantReference('The `reference` of the payment; the one that converted the referral if absent.'),
      ),
    },
    { title: 'PaymentReversalReport' },
  ),
  success: { 200: PaymentReversal(), 201: PaymentReversal() },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_bob', kind: 'REFUND', reference: 'refund_8841' },
    answer: {
      accountId: 'acct_bob',
      kind: 'REFUND',
      amount: null,
      date: 1_780_000_000_000,
      reference: 'refund_8841',
      effect: 'HELD',
    },
  },
})

export const reportPayment = endpoint({
  name: 'reportPayment',
  tag: 'Accounts',
  method: 'POST',
  path: '/payments',
  summary: 'Report a payment',
  description:
    'Reports a payment of an account for its subscription, for programs without a connected payment processor: a connected one shows its payments itself (409 `PAYMENTS_COME_FROM_PROCESSOR`). The first payment converts the referral, as `PAID` of `POST accountsync` does. Each payment gives the referrer the share of a `PAYMENT_SHARE` reward, once, however often and in whatever order payments are reported; `PAID` alone converts and is no payment. A payment with the same `reference` counts once: it is answered as it was reported first. Report what is given back of it with `POST payments/reversal` and its reference.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your ID for the account that paid. The account must exist.'),
      reference: merchantReference('Your ID of the payment, another one for each payment of the program.'),
      amount: price('What was paid for the subscription, after discounts and without tax; more than 0.'),
      currency: Type.Optional(
        currency('The currency of the amount; that of the account if absent, otherwise of the program.'),
      ),
      date: Type.Optional(requestedTime('When it was paid, not in the future; now if absent.')),
    },
    { title: 'PaymentReport' },
  ),
  success: { 200: Payment(), 201: Payment() },
  refusals: ['ACCOUNT_NOT_FOUND', 'PAYMENTS_COME_FROM_PROCESSOR', 'PAYMENT_OF_OTHER_ACCOUNT'],
  example: {
    body: { accountId: 'acct_bob', reference: 'payment_5120', amount: 49.9, currency: 'EUR' as Currency },
    answer: {
      accountId: 'acct_bob',
      reference: 'payment_5120',
      amount: 49.9,
      currency: 'EUR' as Currency,
      date: 1_780_000_000_000,
    },
  },
})

function Payment() {
  return Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      reference: Type.String({ description: 'Your ID of the payment.' }),
      amount: price('What was paid, as it was reported first.'),
      currency: currency('The currency of the amount.'),
      date: time('When it was paid.'),
    },
    { title: 'Payment', description: 'A payment of an account, as it was reported first.' },
  )
}

function PaymentReversal() {
  return Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      kind: kind(),
      amount: nullable(price('As reported; null for the whole payment.')),
      date: time('When it happened.'),
      reference: Type.String({ description: 'Your ID of the void, refund or dispute.' }),
      effect: Type.Enum(['HELD', 'APPROVED', 'NONE'], {
        description:
          'What it meant for the referrer’s side when it was reported first: `HELD` (it waits), `APPROVED` (it does no longer wait), or `NONE`.',
      }),
    },
    { title: 'PaymentReversal', description: 'A report about a payment of an account.' },
  )
}
