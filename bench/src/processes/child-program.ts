import { startNode } from '@goodword/testing/node-program'
import { stopLater } from './stop-later.ts'

/** A program of Node's that runs beside the measuring one. */
export type ChildProgram = {
  readonly pid: number
  /** Resolves with the first match in its standard output; rejects when it ends without one. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Sends a stop signal, and waits for the end. */
  readonly stop: () => Promise<void>
}

export type ProgramStart = {
  readonly script: string
  readonly scriptArguments?: readonly string[]
  readonly nodeArguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program with nothing in its environment but what is given. Its errors go to standard error. */
export function startProgram(start: ProgramStart): ChildProgram {
  const { script, scriptArguments = [], nodeArguments = [], env = {} } = start
  const { child, ended, waitForOutput } = startNode([...nodeArguments, script, ...scriptArguments], { env })
  child.stderr?.pipe(process.stderr)
  if (child.pid === undefined) throw new Error(`${script} could not be started`)
  const stop = stopLater(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { pid: child.pid, waitForOutput, stop }
}
