import { resolve } from 'node:path'

export type ProgramOptions = {
  readonly args?: readonly string[]
  /**
   * The timeouts are those of production. Else the program waits for a database on a busy machine for as long as that
   * takes.
   */
  readonly hasDatabaseTimeouts?: boolean
}

const longTimeouts = resolve(import.meta.dirname, 'long-database-timeouts.ts')

/** What Node is started with to run `main.ts` or `cli/main.ts`. */
export function programArguments(
  file: string,
  { args = [], hasDatabaseTimeouts = false }: ProgramOptions = {},
): readonly string[] {
  const first = hasDatabaseTimeouts ? [] : ['--import', longTimeouts]
  return [...first, resolve(import.meta.dirname, '..', file), ...args]
}
