import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { timeOfStart } from '../../engine/embedded-database/process-identity.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'

export type ChildProgram = {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** The user that owns the data; null for that of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | null
}

/** Runs a program once a line has come, and never where the process that has to send it is gone. */
const HELD = 'read -r line && exec "$@" < /dev/null'

/**
 * Runs a program to its end and returns its standard output; each line of its standard error is reported. It is on record in
 * the folder `kept` before it begins: when this process is killed, the program goes on, and the next attempt finds it.
 *
 * @throws OperatorError with the last line of its standard error when it fails
 */
export async function runChild(
  { program, args, cwd, env, user }: ChildProgram,
  kept: string,
  report: (line: string) => void,
): Promise<string> {
  const path = `${dirname(process.execPath)}:${env.PATH ?? ''}`
  const child = spawn('sh', ['-c', HELD, 'sh', program, ...args], {
    cwd,
    env: { ...env, PATH: path },
    ...user,
    stdio: 'pipe',
  })
  let last = ''
  createInterface({ input: child.stderr }).on('line', (line) => {
    last = line.trim() === '' ? last : line
    report(`  ${line}`)
  })
  // How it ended says more than that it did not take the line.
  child.stdin.on('error', () => undefined)
  const ended = Promise.all([text(child.stdout), endOf(child)])
  try {
    if (child.pid !== undefined) {
      writeFileSync(recordFile(kept), `${child.pid} ${await timeOfStart(child.pid)}`)
      child.stdin.write('\n')
    }
  } finally {
    child.stdin.end()
    await ended
  }
  const [output, code] = await ended
  await rm(recordFile(kept), { force: true })
  if (code === 0) return output
  throw new OperatorError(last === '' ? `${[program, ...args].join(' ')} ended with ${code}.` : last)
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'close').catch((error: unknown) => [String(error)])
  return code ?? signal
}

/** Ends the program that a killed process of an upgrade left behind: its work is to be done again. */
export async function endChildLeftBehind(kept: string, report: (line: string) => void): Promise<void> {
  const record = await readFile(recordFile(kept), 'utf8').catch(() => '')
  const [pid = '', startedAt = ''] = record.split(' ')
  const isAlive = async () => startedAt !== '' && (await timeOfStart(Number(pid))) === startedAt
  if (await isAlive()) {
    report(`Ending process ${pid}, which an interrupted upgrade had started …`)
    process.kill(Number(pid), 'SIGTERM')
    while (await isAlive()) await pause(50)
  }
  await rm(recordFile(kept), { force: true })
}

function recordFile(kept: string): string {
  return join(kept, 'child')
}
