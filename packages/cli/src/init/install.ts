import { spawn } from 'node:child_process'
import { CommandError } from '../command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Installer } from './project.ts'

/** The command by which a package manager adds packages. */
export function installCommand(
  installer: Installer,
  packages: readonly string[],
): readonly [string, ...string[]] {
  return [installer, installer === 'npm' ? 'install' : 'add', ...packages]
}

/** @throws CommandError if the packages were not installed */
export async function runInstall(
  [program = '', ...args]: readonly string[],
  terminal: Terminal,
): Promise<void> {
  // Scripts of packages have no use for the key.
  const { GOODWORD_API_KEY: _key, GOODWORD_WEBHOOK_SECRET: _secret, ...env } = terminal.env
  const child = spawn(program, args, {
    cwd: terminal.folder,
    env,
    // What it writes is no result.
    stdio: ['ignore', 2, 2],
    // Package managers are scripts there.
    shell: process.platform === 'win32',
  })
  const code = await new Promise<number | null>((done) => {
    child.once('error', () => done(null)).once('close', done)
  })
  if (code === 0) return
  const why = code === null ? 'could not be started' : `ended with ${code}`
  const isNamed = args.some((it) => it.startsWith('@goodword/'))
  const way = isNamed ? ' Or take the packages that `npm run pack` makes: --packages <folder>' : ''
  throw new CommandError(
    `${[program, ...args].join(' ')} ${why}. No file was changed. Solve that, and start again.${way}`,
  )
}
