import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const hasProc = existsSync('/proc/self/stat')

/** The command line of a process; empty when the process does not live. */
export async function commandLine(pid: number): Promise<string> {
  if (!hasProc) return runPs(pid, 'command=')
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.replaceAll('\0', ' ')
}

/** Digits that stay the same as long as the process lives, empty when it does not: a later process may have its PID. */
export async function timeOfStart(pid: number): Promise<string> {
  if (!hasProc) {
    const started = await runPs(pid, 'lstart=')
    return started === '' ? '' : String(Date.parse(started) / 1000)
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the program's name, which may hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}

async function runPs(pid: number, field: string): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C' }
  const answer = await promisify(execFile)('ps', ['-ww', '-o', field, '-p', String(pid)], { env }).catch(
    () => undefined,
  )
  return answer?.stdout.trim() ?? ''
}
