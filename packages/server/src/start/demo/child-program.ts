import { fork } from 'node:child_process'
import { once } from 'node:events'

export type ChildProgram = {
  /** The match of `ready` in its first line. */
  readonly ready: RegExpExecArray
  readonly close: () => Promise<void>
}

type Options = {
  /** Its file. */
  readonly program: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Matches the line of standard output that says that it can be used. */
  readonly ready: RegExp
  /** The name in log lines, such as `example shop`. */
  readonly name: string
  /** The setting that gives it another port. */
  readonly portSetting: string
} & Reports

/** How a program of the demo tells what happens to it. */
export type Reports = {
  /** Receives the lines of standard error. */
  readonly report: (line: string) => void
  /** Reports that it could not start, in the greeting as well as in the log. */
  readonly notice: (line: string) => void
}

/**
 * Starts a program of the demo as a process of its own. It ends with this process. Null if it cannot start, with a notice of
 * the reason; later lines of standard error are logged too.
 */
export async function startChildProgram(options: Options): Promise<ChildProgram | null> {
  const { program, args = [], env, ready, name, portSetting, report, notice } = options
  const { stdout, stderr, ended, errors, close } = forkProgram(program, env, args)
  let output = ''
  const opened = new Promise<RegExpExecArray>((found) => {
    stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const match = ready.exec(output)
      if (match !== null) found(match)
    })
  })
  const match = await Promise.race([opened, ended.then(() => null)])
  if (match === null) {
    notice(`The ${name} could not start (use ${portSetting} to set another port). ${errors()}`)
    return null
  }
  stdout.removeAllListeners('data').resume()
  const label = `${name[0]?.toUpperCase()}${name.slice(1)}`
  stderr.removeAllListeners('data').on('data', (text: string) => report(`${label}: ${text.trim()}`))
  return { ready: match, close }
}

/** Starts a file of TypeScript as a process of its own, with nothing of this environment but what Node needs. It ends with this process. */
export function forkProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
) {
  // With a channel between the two, which breaks when this process ends.
  const child = fork(program, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('stdout or stderr of the child process is missing')
  const ended = once(child, 'close')
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  return {
    stdout,
    stderr,
    ended,
    /** The text that it has written to standard error. */
    errors: () => errors.trim(),
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
