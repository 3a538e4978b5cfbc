/**
 * A fact that is stored once or not at all, as a sentence such as `converted friend_7`. Acknowledgements and
 * the contents of the database use the same sentences, so that they can be compared.
 */
export type Effect = string

/** The JSON of an answer; absent fields are undefined. */
export type Answer = Readonly<Record<string, unknown>>

/** A write request, and the effects that its response guarantees. */
export type Write = {
  readonly path: string
  readonly body: unknown
  /** The Idempotency-Key; null for one that may be repeated by state alone. */
  readonly key: string | null
  readonly promises: (answer: Answer) => readonly Effect[]
  /** The facts that are stored if it was executed. */
  readonly mark: Effect
}
