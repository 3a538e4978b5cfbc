import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Names a process for good: numbers are used again, a number with its time of start is not. */
export function identify(pid) {
  return { pid, started: timeOfStart(pid) }
}

export function isRunning({ pid, started }) {
  return started !== undefined && timeOfStart(pid) === started
}

/** The program's name and its parent's number; both are empty when there is no such process. */
export function describe(pid) {
  const { command = '', parent = 0 } = look(pid)
  return { command, parent }
}

function timeOfStart(pid) {
  return look(pid).started
}

function look(pid) {
  return existsSync('/proc/self/stat') ? lookIntoProc(pid) : runPs(pid)
}

function lookIntoProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, which may hold spaces and brackets.
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    if (fields[0] === 'Z') return {}
    return { command: stat.slice(stat.indexOf('(') + 1, end), parent: Number(fields[1]), started: fields[19] }
  } catch {
    return {}
  }
}

function runPs(pid) {
  try {
    const options = ['-o', 'ppid=,lstart=,comm=', '-p', String(pid)]
    const line = execFileSync('ps', options, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    }).trim()
    // For example `412 Sat Nov 21 05:22:24 2026 /bin/zsh`.
    const [parent, ...words] = line.split(/\s+/)
    return { command: words.slice(5).join(' '), parent: Number(parent), started: words.slice(0, 5).join(' ') }
  } catch {
    return {}
  }
}
