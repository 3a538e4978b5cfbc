import type { Questions, Terminal } from '../terminal/terminal.ts'

type MadeTerminal = Terminal & { readonly output: () => string; readonly errors: () => string }

/** A terminal of a person at a screen, who answers questions as given. */
export function madeTerminal(
  given: Partial<Pick<Terminal, 'env' | 'folder' | 'columns' | 'readInput'>> & {
    readonly ask?: Partial<Questions>
  },
): MadeTerminal {
  const lines: string[] = []
  const notes: string[] = []
  const { ask = null } = given
  const unexpected = async (question: string) => {
    throw new Error(`unexpected question: ${question}`)
  }
  return {
    env: given.env ?? {},
    folder: given.folder ?? '.',
    columns: given.columns ?? null,
    write: async (line) => void lines.push(line),
    note: (line) => void notes.push(line),
    progress: () => undefined,
    paint: (_color, text) => text,
    ask: ask === null ? null : { text: unexpected, secret: unexpected, confirm: unexpected, ...ask },
    readInput: given.readInput ?? (async () => ''),
    interruption: () => new AbortController().signal,
    output: () => lines.join('\n'),
    errors: () => notes.join('\n'),
  }
}
