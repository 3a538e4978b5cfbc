import type { ErrorCode } from './errors.ts'

/**
 * An expected error of a request. `message` says what is wrong and how to fix it, and never contains a secret;
 * `param` names the field in dot form (`referral.code`), or is null when no single field is to blame.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly param: string | null
  /** Becomes the header `Retry-After`; for refusals that pass by themselves. */
  readonly retryAfterSeconds: number | null
  /** The reason for the log, where the response says less; it contains no data of the request. */
  override readonly cause: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    param: string | null = null,
    retryAfterSeconds: number | null = null,
    cause?: string,
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.param = param
    this.retryAfterSeconds = retryAfterSeconds
    this.cause = cause
  }
}
