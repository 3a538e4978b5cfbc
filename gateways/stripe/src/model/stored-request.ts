/** What was answered to a request with an idempotency key. */
export type StoredRequest = {
  readonly key: string
  /** Method, path and parameters, which a repeat must not change. */
  readonly fingerprint: string
  readonly path: string
  readonly requestId: string
  readonly status: number
  readonly body: string
  /** The account's time in milliseconds. */
  readonly at: number
}
