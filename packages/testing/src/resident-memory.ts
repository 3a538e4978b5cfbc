import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The memory that a process has in use now, in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`])
  return Number(stdout.trim()) / 1024
}

/** The peak resident memory of a process in megabytes; the current one where the system does not report the peak. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return Math.round(peakKb === undefined ? await residentMb(pid) : Number(peakKb) / 1024)
}
