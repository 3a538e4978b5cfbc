import { Type } from 'typebox'

const MAX_LENGTH = 500

/** Why a person does something by hand. It is kept, and shown on the account's timeline. */
export const personalReason = (description: string) =>
  Type.String({
    format: 'reason',
    minLength: 1,
    maxLength: MAX_LENGTH,
    description: `${description} 1 to ${MAX_LENGTH} characters. Shown on the timeline with who gave it; deleted when a user of the account is erased.`,
    examples: ['Refers accounts of its own.'],
  })
