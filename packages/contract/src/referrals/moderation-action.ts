import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

/** The decisions by hand, for both sides of a referral or for one. */
const moderationActions = [
  'APPROVE',
  'DENY',
  'PEND',
  'APPROVE_REFERRER',
  'DENY_REFERRER',
  'PEND_REFERRER',
  'APPROVE_REFERRED',
  'DENY_REFERRED',
  'PEND_REFERRED',
] as const

export const ModerationAction = Type.Object(
  {
    referralId: Type.String({
      maxLength: 256,
      description: 'ID of the referral.',
      examples: ['019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f'],
    }),
    action: Type.Enum([...moderationActions], {
      description: '`APPROVE`, `DENY` or `PEND` for both sides; add `_REFERRER` or `_REFERRED` for one side.',
    }),
  },
  { title: 'ModerationAction', description: 'A moderation decision about a referral.' },
)
export type ModerationAction = ShapeOf<typeof ModerationAction>
