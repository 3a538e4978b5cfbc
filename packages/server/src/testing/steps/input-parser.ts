/** Parses an untrusted text of any length. */
export type InputParser = {
  /** The path from the root of the project. */
  readonly file: string
  readonly parse: (text: string) => unknown
  /** Pieces to make long inputs of, beside those that every parser gets. */
  readonly pieces?: readonly string[]
}

/** Calls a parser that throws its refusals. */
export function noThrow<Input>(check: (input: Input) => unknown, input: Input): void {
  try {
    check(input)
  } catch {}
}
