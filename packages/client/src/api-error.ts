import type { ErrorCode } from './operations.generated.ts'

/**
 * Why a call did not succeed: a code of the API, or what kept an answer of the API from coming.
 *
 * - `NO_ANSWER`: the service was not reached, or its answer broke off or took too long. Whether the request was done is
 *   not known; repeating it is harmless.
 * - `FOREIGN_ANSWER`: something that is not the API answered, such as a proxy; check `baseUrl`.
 *
 * More codes may come: go by the status for those you do not know.
 */
export type FailureCode = ErrorCode | 'NO_ANSWER' | 'FOREIGN_ANSWER' | (string & {})

export type FailureDetails = {
  readonly code: FailureCode
  readonly message: string
  readonly status?: number | null
  readonly param?: string | null
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
  readonly docUrl?: string | null
  readonly cause?: unknown
}

/** The error with which every call of the client rejects. It contains neither the key nor the body of the request. */
export class ApiError extends Error {
  readonly code: FailureCode
  /** The status of the response; null when there was none. */
  readonly status: number | null
  /** The field that is to blame, such as `referral.code`. */
  readonly param: string | null
  /** Include it when you contact support. */
  readonly requestId: string | null
  /** The wait time from `Retry-After`, if there was one. */
  readonly retryAfterSeconds: number | null
  /** Documentation of the error code. */
  readonly docUrl: string | null

  constructor(details: FailureDetails) {
    super(details.message, details.cause === undefined ? {} : { cause: details.cause })
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status ?? null
    this.param = details.param ?? null
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.docUrl = details.docUrl ?? null
  }
}
