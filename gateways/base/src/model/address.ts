/** The address of a request, below the account's part of the path if there is one. */
export type Address = {
  readonly method: string
  /** The path without a query and without a slash at its end: `/subscriptions/abc`. */
  readonly path: string
}
