import { exampleSubscriptionDiscount, SubscriptionDiscount } from '../subscription-discount.ts'
import { webhookEvent } from './webhook-event.ts'

export const discountChanged = webhookEvent({
  type: 'discount.changed',
  summary: 'A discount changed',
  description: 'The discount of the next bill was set, changed or removed at the payment processor.',
  data: SubscriptionDiscount,
  example: exampleSubscriptionDiscount,
})
