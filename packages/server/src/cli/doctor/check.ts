/** The result of one check. `message` describes the state and, if it is not `ok`, the fix. */
export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  /** It works, and the message has a recommendation. */
  readonly advice?: true
}
