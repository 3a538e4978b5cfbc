import { spawn } from 'node:child_process'
import { once } from 'node:events'

const CTRL_C = '\x03'

/** A program in a terminal, as a person sees and uses it. */
export type Terminal = {
  /** The screen once the pattern matches it. @throws Error with the screen when the program ends without a match */
  readonly waitFor: (pattern: RegExp) => Promise<string>
  /** Presses Ctrl-C, and returns the code that the program ends with. */
  readonly interrupt: () => Promise<number | null>
}

/** Starts Node in a terminal of its own, made by `script`, so that standard output is a terminal for the program. */
export function openTerminal(args: readonly string[], env: Readonly<Record<string, string>>): Terminal {
  const command = ['stty cols 200 rows 50; exec', process.execPath, ...args].map(quoted).join(' ')
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let screen = ''
  let look: () => void = () => undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text.replaceAll('\r', '')
    look()
  })
  const ended = once(child, 'close')
  return {
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => (pattern.test(screen) ? resolve(screen) : undefined)
        look()
        void ended.then(() => reject(new Error(`the program ended without ${pattern}:\n${screen}`)))
      }),
    async interrupt() {
      child.stdin.write(CTRL_C)
      const [code] = await ended
      return code
    },
  }
}

/** A word of a command; the first one is a command itself. */
function quoted(word: string, index: number): string {
  return index === 0 ? word : `'${word.replaceAll("'", "'\\''")}'`
}
