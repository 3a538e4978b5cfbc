import { billReasons, billStates } from '@goodword/domain/bills/bill-states'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, price, recordId, time } from '../frame/values.ts'
import { UserSummary } from '../users/user.ts'

const reasonSentences = Object.entries(billReasons)
  .map(([reason, sentence]) => `\`${reason}\`: ${sentence}`)
  .join(' ')

export const billId = () => recordId('ID of the bill.')

const fields = {
  id: billId(),
  accountId: Type.String({ description: 'Your ID for the account.' }),
  subscriptionId: Type.String({ description: 'ID of the subscription at the payment processor.' }),
  transactionId: nullable(
    Type.String({
      description:
        'ID of the payment at the payment processor; null for a bill that came to nothing, which is not charged.',
    }),
  ),
  date: time('When the bill was made, also if it was paid days later.'),
  price: price('The price of the subscription at the time, without add-ons and discounts.'),
  expectedDiscount: price('What should have been taken off, as it was decided when the bill was first seen.'),
  actualDiscount: price('What the payment processor took off for our discount.'),
  difference: Type.Number({
    description:
      '`expectedDiscount` less `actualDiscount`, in the currency’s major unit: above 0 if the customer paid too much, below 0 if too little.',
    examples: [3],
  }),
  charged: price('What was charged; 0 for a bill that came to nothing.'),
  addedTax: price('The tax that was added to what our discount is taken off; 0 where the price includes it.'),
  refunded: price(
    'What anyone gave back of it by refunds and credit notes; all of it if the payment was voided, or lost to a dispute.',
  ),
  owed: price(
    'What the customer paid too much, with the tax on it, and did not get back; 0 while a bank decides about the payment.',
  ),
  currency: Type.String({ description: 'Currency of the amounts.', examples: ['EUR'] }),
  state: Type.Enum([...billStates], {
    description:
      '`RIGHT`: the discount was as it should have been. `WRONG`: it was not. `MENDED`: what was paid too much was given back. `WAIVED`: staff left it as it is.',
  }),
  reason: nullable(
    Type.String({
      description: `Why it is not right, or what became of it, machine-readable; null for a bill that was right. ${reasonSentences}`,
      examples: ['DISCOUNT_MISSING'],
    }),
  ),
}

export const Bill = Type.Object(fields, {
  title: 'Bill',
  description:
    'A bill of a subscription with a reward or with our discount, as it was first seen. Only `refunded`, `owed`, `state` and `reason` change later.',
})
export type Bill = ShapeOf<typeof Bill>

export const BillWithUser = Type.Object(
  { ...fields, user: nullable(UserSummary) },
  {
    title: 'BillWithUser',
    description:
      'A bill with whose it is: `user` is the first user of the account; null before one is identified.',
  },
)
export type BillWithUser = ShapeOf<typeof BillWithUser>

export const exampleBill: Bill = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d91',
  accountId: 'acct_carol',
  subscriptionId: 'k3x9f2',
  transactionId: '5d8wfz1q',
  date: 1_772_344_800_000,
  price: 49.9,
  expectedDiscount: 4.99,
  actualDiscount: 0,
  difference: 4.99,
  charged: 49.9,
  addedTax: 0,
  refunded: 0,
  owed: 4.99,
  currency: 'EUR',
  state: 'WRONG',
  reason: 'DISCOUNT_MISSING',
}

export const exampleMendedBill: Bill = {
  ...exampleBill,
  refunded: 4.99,
  owed: 0,
  state: 'MENDED',
  reason: 'REFUNDED',
}
