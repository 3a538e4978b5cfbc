import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Running = {
  readonly url: string
  readonly port: number
  readonly child: ChildProcess
  /** All that was written to standard output, and to standard error, so far. */
  readonly output: () => string
  readonly errors: () => string
}

/** Starts the command, or the bundle, and waits until it is ready. */
export async function startCommand(file: string, args: readonly string[], cwd?: string): Promise<Running> {
  const child = spawn(process.execPath, [file, '--port', '0', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [lines, errors]: [string[], string[]] = [[], []]
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  child.stderr.on('data', (piece) => errors.push(`${piece}`))
  const ready = once(output, 'line')
  // All that it wrote has been read by then, as it has not when it exits.
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`the command exited with ${code}: ${errors.join('')}`)
  })
  const [line] = await Promise.race([ready, ended])
  // Its end after this is no failure.
  ended.catch(() => undefined)
  const { url, port } = JSON.parse(`${line}`)
  return { url, port, child, output: () => lines.join('\n'), errors: () => errors.join('') }
}

/** Stops it with SIGINT, and returns its exit code after all output was read. */
export async function endCommand(
  { child }: Running,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'close')
  child.kill(signal)
  const [code] = await ended
  return code
}
