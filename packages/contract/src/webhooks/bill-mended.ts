import { Bill, exampleMendedBill } from '../bill.ts'
import { webhookEvent } from './webhook-event.ts'

export const billMended = webhookEvent({
  type: 'bill.mended',
  summary: 'A bill was mended',
  description:
    'What a customer paid too much for a bill was given back. The refund of a friend’s first bill, which was made before the discount was set, is one.',
  data: Bill,
  example: exampleMendedBill,
})
