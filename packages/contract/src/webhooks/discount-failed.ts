import { exampleSubscriptionDiscount, SubscriptionDiscount } from '../subscription-discount.ts'
import { webhookEvent } from './webhook-event.ts'

export const discountFailed = webhookEvent({
  type: 'discount.failed',
  summary: 'A discount could not be set',
  description:
    'The payment processor did not accept the discount of the next bill. It is tried again; the event comes once until a change succeeds or fails for another reason.',
  data: SubscriptionDiscount,
  example: {
    ...exampleSubscriptionDiscount,
    actualAmount: 0,
    state: 'FAILED',
    reason: 'DISCOUNT_MISSING',
  },
})
