/**
 * Something that is stored once or not at all, as a sentence such as `converted friend_7`. What an answer promises and
 * what a database holds are told in the same sentences, so that the two can be compared.
 */
export type Effect = string

/** The JSON of an answer; what is not there is undefined. */
export type Answer = Readonly<Record<string, unknown>>

/** A request that changes something, and what its answer promises to be stored. */
export type Write = {
  readonly path: string
  readonly body: unknown
  /** The Idempotency-Key; null for one that may be repeated by state alone. */
  readonly key: string | null
  readonly promises: (answer: Answer) => readonly Effect[]
  /** What is stored if it was run, whether anybody was told or not. */
  readonly mark: Effect
}
