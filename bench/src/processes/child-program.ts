import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stopLater } from './stop-later.ts'

/** A program of Node's that runs beside the measuring one. */
export type ChildProgram = {
  readonly pid: number
  /** Resolves with the first match in its standard output; rejects when it ends without one. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Asks it to stop, and waits until it has. */
  readonly stop: () => Promise<void>
}

export type ProgramStart = {
  readonly script: string
  readonly scriptArguments?: readonly string[]
  readonly nodeArguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program with nothing in its environment but what is given. What it complains of goes to standard error. */
export function startProgram({ script, scriptArguments, nodeArguments, env }: ProgramStart): ChildProgram {
  const child = spawn(process.execPath, [...(nodeArguments ?? []), script, ...(scriptArguments ?? [])], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  return {
    pid: pidOf(child),
    async says(pattern) {
      for (;;) {
        const match = pattern.exec(output)
        if (match !== null) return match
        const next = once(child.stdout, 'data')
        next.catch(() => undefined)
        const more = await Promise.race([next.then(() => true), ended.then(() => false)])
        if (!more && pattern.exec(output) === null) throw new Error(`${script} exited without ${pattern}`)
      }
    },
    stop: stopLater(async () => {
      child.kill('SIGTERM')
      await ended
    }),
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('process has no pid')
  return pid
}
