import { Type } from 'typebox'
import { Bill, billId, exampleBill } from '../bill.ts'
import { endpoint } from '../endpoint.ts'
import { personalReason } from '../personal-reason.ts'

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
