import { reversalKinds } from '@goodword/domain/payments/first-payment'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { accountId, merchantReference, nullable, price, requestedTime, time } from '../values.ts'

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
  summary: 'Report a reversed first payment',
  description:
    'Reports that the first payment of a referred account, the one that converted its referral, was voided, refunded or disputed. Within 60 days of the payment this holds the referrer’s side (`PENDING`) with the signal `FIRST_PAYMENT_VOIDED`, `FIRST_PAYMENT_REFUNDED` or `FIRST_PAYMENT_DISPUTED`, and takes back what of its reward is not redeemed. `DISPUTE_WON` approves the side again: with the reference of a reported dispute it ends that one, with another reference all that were reported until then. A side that your staff decided about stays as it is, with the signal beside it. `amount` counts for `REFUND` only. Left out, the whole payment was refunded. A smaller amount is recorded and has no effect, until the refunds together reach the whole: the present `value` of the account’s subscription, less the friend’s percentage. While no `value` is known, an amount counts as a part. A dispute later than 60 days after the payment is one of a later payment for the rule `PAYMENT_DISPUTED`. What was reported before the account’s first `PAID` is recorded and has no effect. A program without a payment processor needs these reports; its only later payments are decisions of your staff. On a connected program reports count beside what the processor shows, and its refunds and disputes need none; a later payment that settled there approves the side again in any case. A report with the same account, kind and `reference` counts once: it is answered like the first one.',
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
    { title: 'PaymentReversal', description: 'A report about the first payment of an account.' },
  )
}
