import type { ErrorEntry } from './error-entry.ts'
import { type ErrorCode, errors } from './errors.ts'

// An object of ours has no other keys.
const codes = Object.keys(errors) as ErrorCode[]

/** Every error code with its entry, by status. */
export const errorEntries: readonly (readonly [ErrorCode, ErrorEntry])[] = codes
  .sort((a, b) => errors[a].status - errors[b].status)
  .map((code) => [code, errors[code]])
