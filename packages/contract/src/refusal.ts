import type { ErrorCode } from './errors.ts'

/**
 * An expected no to a request. `message` says what is wrong and what to do about it, and never holds a secret;
 * `param` names the field in dot form (`referral.code`), or is null when no single field is to blame.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly param: string | null
  /** Becomes the header `Retry-After`; for refusals that pass by themselves. */
  readonly retryAfterSeconds: number | null

  constructor(
    code: ErrorCode,
    message: string,
    param: string | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.param = param
    this.retryAfterSeconds = retryAfterSeconds
  }
}
