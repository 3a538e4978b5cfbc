import { resolve } from 'node:path'

export type ProgramOptions = {
  readonly args?: readonly string[]
}

/** The programs of the server's, and what starts each so that it waits for what takes long on a busy machine. */
const withLongTimeouts = {
  'main.ts': 'testing/long-timeouts/service-with-long-timeouts.ts',
  'cli/main.ts': 'testing/long-timeouts/command-line-with-long-timeouts.ts',
}

export type ProgramFile = keyof typeof withLongTimeouts

/** The arguments of Node for `main.ts` or `cli/main.ts`. */
export function programArguments(file: ProgramFile, { args = [] }: ProgramOptions = {}): readonly string[] {
  return [resolve(import.meta.dirname, '..', withLongTimeouts[file]), ...args]
}
