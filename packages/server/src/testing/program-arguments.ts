import { resolve } from 'node:path'

export type ProgramOptions = {
  readonly args?: readonly string[]
  /** The timeouts are those of production. Else the program waits for what takes long on a busy machine. */
  readonly hasProductionTimeouts?: boolean
}

/** The programs of the server's, and what starts each with long timeouts. */
const withLongTimeouts = {
  'main.ts': 'testing/long-timeouts/service-with-long-timeouts.ts',
  'cli/main.ts': 'testing/long-timeouts/command-line-with-long-timeouts.ts',
}

export type ProgramFile = keyof typeof withLongTimeouts

/** What Node is started with to run `main.ts` or `cli/main.ts`. */
export function programArguments(
  file: ProgramFile,
  { args = [], hasProductionTimeouts = false }: ProgramOptions = {},
): readonly string[] {
  return [resolve(import.meta.dirname, '..', hasProductionTimeouts ? file : withLongTimeouts[file]), ...args]
}
