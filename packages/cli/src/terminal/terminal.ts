/** The environment of a command. */
export type Terminal = {
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
  /** Writes a line to standard output; resolves when more can be written. */
  readonly write: (line: string) => Promise<void>
  /** Writes a line that is no result to standard error. */
  readonly note: (line: string) => void
  /** Columns of the screen that standard output goes to; null when it goes to a file or a program. */
  readonly columns: number | null
  /** Writes over its last line on a screen; nothing elsewhere. */
  readonly progress: (line: string) => void
  /** Colors that mean something; the text alone without colors. */
  readonly paint: (color: 'green' | 'red' | 'yellow' | 'bold' | 'dim', text: string) => string
  /** Questions to a person; null when standard input or standard error is no terminal. */
  readonly ask: Questions | null
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<string>
  /** Aborted by Ctrl-C, once a command has asked for it; until then Ctrl-C ends the process. */
  readonly interruption: () => AbortSignal
}

/** Each resolves with null when the person cancels. */
export type Questions = {
  readonly text: (question: string, placeholder: string, initial: string) => Promise<string | null>
  /** Asks for a secret, whose characters are not shown. */
  readonly secret: (question: string) => Promise<string | null>
  readonly confirm: (question: string) => Promise<boolean | null>
}
