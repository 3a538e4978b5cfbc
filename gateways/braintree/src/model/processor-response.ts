/** The answer of the card processor. */
export type ProcessorResponse = {
  /** `1000` approved, `2000` to `2999` declined, `3000` failed; empty when the processor was not called. */
  readonly code: string
  readonly text: string
  readonly type: 'approved' | 'soft_declined' | 'hard_declined' | null
  readonly authorizationCode: string | null
  /** The response with which an approval had been declined before, as `2046 : Declined`: a refund settles all the same. */
  readonly declined?: string
}
