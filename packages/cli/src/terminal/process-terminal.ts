import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { exitCodes, Interrupted } from '../command.ts'
import type { Questions, Terminal } from './terminal.ts'

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  endWithReader(stdout)
  endWithReader(stderr)
  const isColored = stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  let interruption: AbortController | null = null
  let hasProgress = false
  const clear = () => {
    if (hasProgress) stderr.write('\r\u001b[K')
    hasProgress = false
  }
  return {
    env,
    folder: process.cwd(),
    write: async (line) => {
      clear()
      if (!stdout.write(`${line}\n`)) await once(stdout, 'drain')
    },
    note: (line) => {
      clear()
      stderr.write(`${line}\n`)
    },
    columns: stdout.isTTY ? stdout.columns || 80 : null,
    progress: (line) => {
      if (!stderr.isTTY) return
      clear()
      stderr.write(line.slice(0, (stderr.columns || 80) - 1))
      hasProgress = true
    },
    paint: (color, it) => (isColored ? styleText(color, it, { validateStream: false }) : it),
    get ask() {
      return stdin.isTTY && stderr.isTTY ? questions : null
    },
    readInput: () => text(stdin),
    interruption: () => {
      if (interruption !== null) return interruption.signal
      const controller = new AbortController()
      interruption = controller
      const stop = () => {
        // The second time at once.
        if (controller.signal.aborted) process.exit(exitCodes.interrupted)
        controller.abort(new Interrupted('Interrupted.'))
      }
      process.on('SIGINT', stop).on('SIGTERM', stop)
      return controller.signal
    },
  }
}

/** A reader that has seen enough, such as `head`, closes the pipe: that is no failure. */
function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.refused)
  })
}

/** They go to standard error, because standard output has the result. */
const questions: Questions = {
  async text(message, placeholder, initial) {
    const prompts = await import('@clack/prompts')
    const answer = await prompts.text({ message, placeholder, initialValue: initial, output: process.stderr })
    return prompts.isCancel(answer) ? null : answer
  },
  async secret(message) {
    const prompts = await import('@clack/prompts')
    const answer = await prompts.password({ message, output: process.stderr })
    return prompts.isCancel(answer) ? null : answer
  },
  async confirm(message) {
    const prompts = await import('@clack/prompts')
    const answer = await prompts.confirm({ message, output: process.stderr })
    return prompts.isCancel(answer) ? null : answer
  },
}
