import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import {
  compileCache,
  type Ended,
  type WatchedProcess,
  watchProcess,
  withBundles,
} from '@goodword/testing/node-program'

export const commandLine = resolve(import.meta.dirname, '../main.ts')

export type GoodwordOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** What is on standard input. */
  readonly input?: string
}

export type Started = WatchedProcess & {
  /** Resolves when standard error has a match. */
  readonly waitForErrors: (pattern: RegExp) => Promise<void>
  readonly kill: (signal: NodeJS.Signals) => void
}

/** Starts `goodword <args>` as a process with nothing in its environment but what is given. */
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

/** Runs `goodword <args>` to its end. */
export function runGoodword(args: readonly string[], options: GoodwordOptions): Promise<Ended> {
  return startGoodword(args, options).ended
}
