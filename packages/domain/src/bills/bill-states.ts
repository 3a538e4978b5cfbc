/**
 * RIGHT: the bill had the discount that it should have had. WRONG: it had another. MENDED: the overpaid amount was
 * refunded. WAIVED: a person decided to leave it.
 */
export const billStates = ['RIGHT', 'WRONG', 'MENDED', 'WAIVED'] as const
export type BillState = (typeof billStates)[number]

/** Why a bill is not, or was not, right, and what became of it. */
export const billReasons = {
  DISCOUNT_MISSING: 'The bill was made without the discount.',
  DISCOUNT_TOO_SMALL: 'The discount on the bill was smaller than it should have been.',
  DISCOUNT_TOO_LARGE: 'The discount on the bill was larger than it should have been.',
  DISCOUNT_NOT_EXPECTED: 'The bill had a discount, and no reward counted for it.',
  FIRST_BILL_REFUND_DUE:
    'The friend’s first bill was made before the discount was set. What is missing is refunded once the payment is settled.',
  REFUND_DUE: 'What was paid too much is refunded once the payment is settled.',
  CREDIT_DUE: 'What was paid too much is being credited to the customer at the payment processor.',
  REFUND_REFUSED: 'The payment processor refused the refund of what was paid too much.',
  FIRST_BILL_REFUNDED: 'The discount that was missing on the friend’s first bill was refunded.',
  REFUNDED: 'What was paid too much was refunded.',
  CREDITED: 'What was paid too much was credited to the customer at the payment processor.',
  GIVEN_BACK_BY_OTHERS:
    'What was paid too much was given back by someone else: by a refund, a credit note, or a dispute that was lost.',
  VOIDED: 'The payment was voided at the payment processor, so that nothing was paid.',
  WAIVED_BY_HAND: 'The bill was left as it is by a decision of staff.',
} as const satisfies Record<string, string>
export type BillReason = keyof typeof billReasons
