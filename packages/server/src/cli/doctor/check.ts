/** One thing that was looked at. `message` says how it is and, where it is not well, what to do. */
export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  /** It can stay so, and the message says what would be better. */
  readonly advice?: true
}
