/** The surroundings of a command: a process, or a test that runs the command in its own process. */
export type Terminal = {
  /** The environment, with the variables of the file `.env`. */
  readonly env: () => NodeJS.ProcessEnv
  /** Writes a line to standard output. */
  readonly log: (text: string) => void
  /** Writes a line to standard error. */
  readonly error: (text: string) => void
  /** Whether standard output goes to a screen. */
  readonly isOutputShown: boolean
  /** Standard input. */
  readonly input: () => NodeJS.ReadableStream
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<string>
  /** Asks the operator a question; null without a terminal to answer at. */
  readonly ask: ((question: string) => Promise<string>) | null
}
