/** The subjects that need the attention of staff, the most urgent first. */
export const attentionKinds = [
  'CONNECTION_BROKEN',
  'CONNECTION_INCOMPLETE',
  'BILLS_WRONG',
  'DISCOUNTS_FAILED',
  'JOBS_FAILED',
  'WEBHOOKS_DISABLED',
  'WEBHOOKS_FAILING',
  'REVIEW_WAITING',
  'CONFIRMATION_WAITING',
  'KEYS_EXPIRING',
  'IMPORTS_FAILED',
  'EXPORTS_FAILED',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** More of a kind are not counted. */
export const MAX_COUNTED = 100
