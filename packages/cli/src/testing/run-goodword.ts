import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import {
  compileCache,
  type Ended,
  type WatchedProcess,
  watchProcess,
  withBundles,
} from '@goodword/testing/node-program'
import { runCommandLine } from '../run-command-line.ts'
import { madeTerminal } from './made-terminal.ts'

export const commandLine = resolve(import.meta.dirname, '../main.ts')

export type GoodwordOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The text on standard input. */
  readonly input?: string
}

export type Started = WatchedProcess & {
  /** Resolves when standard error has a match. */
  readonly waitForErrors: (pattern: RegExp) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
}

/** Starts `goodword <args>` as a process with the given environment alone. */
export function startGoodword(
  args: readonly string[],
  { env = {}, cwd, input = '' }: GoodwordOptions,
): Started {
  const child = spawn(process.execPath, [...withBundles([commandLine]), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command may end without reading its input; how it ended is what counts.
  child.stdin.on('error', () => undefined).end(input)
  const watched = watchProcess(child)
  let errors = ''
  const waitForErrors = (pattern: RegExp) =>
    new Promise<void>((found, missed) => {
      child.stderr.on('data', (piece) => {
        errors += piece
        if (pattern.test(errors)) found()
      })
      void watched.ended.then((it) => missed(new Error(`it ended with ${it.code}: ${it.errors}`)))
    })
  return { ...watched, waitForErrors, kill: (signal) => void child.kill(signal) }
}

/** Runs `goodword <args>` as a process, to its end; `runGoodword` is faster where the process does not matter. */
export function runGoodwordProcess(args: readonly string[], options: GoodwordOptions): Promise<Ended> {
  return startGoodword(args, options).ended
}

/** Runs `goodword <args>` in this process to its end, as `main.ts` does in one of its own without a screen. */
export async function runGoodword(
  args: readonly string[],
  { env = {}, cwd = '.', input = '' }: GoodwordOptions,
): Promise<Ended> {
  const terminal = madeTerminal({ env: { ...env }, folder: cwd, readInput: async () => input })
  const code = await runCommandLine(args, terminal)
  return { code, output: terminal.output(), errors: terminal.errors() }
}
