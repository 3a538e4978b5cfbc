import { Type } from 'typebox'
import { Bill, billId, exampleBill } from '../bill.ts'
import { endpoint } from '../endpoint.ts'

export const mendBill = endpoint({
  name: 'mendBill',
  tag: 'Discounts',
  method: 'POST',
  path: '/bills/{billId}/mend',
  summary: 'Refund what was paid too much',
  description:
    'Gives back what the customer paid too much for a bill, once, however often it is requested. The refund is made in the background: the bill stays `WRONG` with the reason `REFUND_DUE` until the payment is settled and refunded, then it is `MENDED`; `REFUND_REFUSED` says that the payment processor did not accept it. A bill that was paid too little cannot be mended: waive it.',
  scope: 'money',
  params: Type.Object({ billId: billId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Bill },
  refusals: ['BILL_NOT_FOUND', 'BILL_NOT_OVERPAID', 'PROCESSOR_NOT_CONNECTED'],
  example: { answer: { ...exampleBill, reason: 'REFUND_DUE' } },
})
