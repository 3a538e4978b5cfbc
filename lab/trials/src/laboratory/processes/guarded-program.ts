import { spawn } from 'node:child_process'
import { compileCache, type Ended, watchProcess, withBundles } from '@goodword/testing/node-program'

/** A Node program started by a trial. It exits with the trial in any case. */
export type GuardedProgram = {
  /** The number of the program's own process. */
  readonly pid: Promise<number>
  readonly ended: Promise<Ended>
  /** Resolves with the first match in what the program has written; rejects when it ends without one. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal, unless the program has ended. */
  signal(name: NodeJS.Signals): Promise<void>
  /** Sends a signal, and waits until the program has ended. */
  endBy(name: NodeJS.Signals): Promise<Ended>
}

export type ProgramOptions = {
  readonly env: Readonly<Record<string, string>>
  /** No file that the program or its children write may grow beyond this many blocks of 512 bytes. */
  readonly largestFileBlocks?: number
}

// The shell is the program's parent: its PID is not reused while the shell waits, and it kills the program when
// its own input ends, which happens when the trial does, even by kill -9.
const guard = `
ulimit -f "$1" || exit 1; shift
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
echo "guarded $program"
( read -r line; kill -KILL "$program" ) <&3 >/dev/null 2>&1 &
reader=$!
exec 3<&-
wait "$program"
code=$?
kill "$reader" 2>/dev/null
exit "$code"
`

/** Starts `node <script> <args>` with the given environment alone. */
export function startGuarded(args: readonly string[], options: ProgramOptions): GuardedProgram {
  const limit = `${options.largestFileBlocks ?? 'unlimited'}`
  const child = spawn('/bin/sh', ['-c', guard, 'guard', limit, process.execPath, ...withBundles(args)], {
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C is for the trial, whose end is noticed here.
    detached: true,
  })
  child.stdin.on('error', () => undefined)
  const { waitForOutput, ended: closed } = watchProcess(child)
  let isOver = false
  const ended = closed.then((it) => {
    isOver = true
    return { ...it, output: it.output.replace(PID, '') }
  })
  const pid = waitForOutput(PID).then(([, number]) => Number(number))
  // Avoids an unhandled rejection; callers that await the end get the error.
  pid.catch(() => undefined)

  return {
    pid,
    ended,
    waitForOutput,
    signal,
    async endBy(name) {
      await signal(name)
      return ended
    },
  }

  async function signal(name: NodeJS.Signals): Promise<void> {
    const number = await pid
    if (isOver) return
    try {
      process.kill(number, name)
    } catch {
      // It has ended, of which the shell is about to tell.
    }
  }
}

const PID = /^guarded (\d+)\n/
