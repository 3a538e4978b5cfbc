import { discountStates } from '@goodword/domain/bills/bill-discount'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, price, time } from '../frame/values.ts'
import { UserSummary } from '../users/user.ts'

const fields = {
  accountId: Type.String({ description: 'Your ID for the account.' }),
  subscriptionId: Type.String({ description: 'ID of the subscription at the payment processor.' }),
  expectedAmount: nullable(
    price(
      'What is to be taken off the next bill. Of a price that depends on usage, what it comes to by the forecast of the payment processor at the time of `dateChecked`; null with the reason `PRICE_UNKNOWN` where it gives none.',
    ),
  ),
  actualAmount: nullable(
    price(
      'What the payment processor takes off the next bill, at the time of `dateChecked`; null where the price is not known.',
    ),
  ),
  currency: Type.String({ description: 'Currency of the subscription.', examples: ['EUR'] }),
  state: Type.Enum([...discountStates], {
    description:
      '`IN_STEP`: both amounts are equal. `PENDING`: the change is being made, or, with the reason `NOT_CHECKED`, it is not known whether both are still equal: the processor does not answer, or was not read when it should have been. `WAITING`: it cannot be made yet. `FAILED`: the processor did not accept it; it is tried again. With `COUPON_DIFFERS` a coupon at the processor has the ID of ours and other terms; with `CHANGED_BY_SOMEONE_ELSE` somebody changed it back so often that the next correction waits, up to a day.',
  }),
  reason: nullable(
    Type.String({
      description: 'Why it waits, failed, or the amounts or the state are not known, machine-readable.',
      examples: ['PAST_DUE'],
    }),
  ),
  dateNextBill: nullable(time('The day of the next bill, at 00:00 UTC.')),
  dateChecked: time('When the subscription was last read at the payment processor.'),
}

export const SubscriptionDiscount = Type.Object(fields, {
  title: 'SubscriptionDiscount',
  description: 'The discount of a live subscription at the payment processor.',
})
export type SubscriptionDiscount = ShapeOf<typeof SubscriptionDiscount>

export const DiscountWithUser = Type.Object(
  { ...fields, user: nullable(UserSummary) },
  {
    title: 'DiscountWithUser',
    description:
      'The discount of a live subscription with whose it is: `user` is the first user of the account; null before one is identified.',
  },
)
export type DiscountWithUser = ShapeOf<typeof DiscountWithUser>

export const exampleSubscriptionDiscount: SubscriptionDiscount = {
  accountId: 'acct_carol',
  subscriptionId: 'k3x9f2',
  expectedAmount: 4.99,
  actualAmount: 4.99,
  currency: 'EUR',
  state: 'IN_STEP',
  reason: null,
  dateNextBill: 1_775_001_600_000,
  dateChecked: 1_772_366_400_000,
}
