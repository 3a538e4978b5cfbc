import { Bill, exampleBill } from '../bill.ts'
import { webhookEvent } from './webhook-event.ts'

export const billWrong = webhookEvent({
  type: 'bill.wrong',
  summary: 'A bill had a wrong discount',
  description:
    'A bill was made with another discount than it should have had, such as one that was removed at the payment processor by hand.',
  data: Bill,
  example: exampleBill,
})
