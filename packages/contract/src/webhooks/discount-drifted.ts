import { exampleSubscriptionDiscount, SubscriptionDiscount } from '../subscription-discount.ts'
import { webhookEvent } from './webhook-event.ts'

export const discountDrifted = webhookEvent({
  type: 'discount.drifted',
  summary: 'A discount was changed at the payment processor',
  description:
    'The discount of the next bill was changed or removed at the payment processor by someone else, and is corrected: `discount.changed` follows.',
  data: SubscriptionDiscount,
  example: { ...exampleSubscriptionDiscount, actualAmount: 0, state: 'PENDING' },
})
