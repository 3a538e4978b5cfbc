/** What a request is about, below the account's part of the path if there is one. */
export type Address = {
  readonly method: string
  /** Without a query and a slash at the end: `/subscriptions/abc`. */
  readonly path: string
}
