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

/**
 * Looks at the memory of a process in even distances. The returned function looks once more, ends this, and returns all that was
 * seen, in megabytes.
 */
export function watchMemory(
  pid: number,
  everyMs: number,
  onLook: (megabytes: number) => void = () => undefined,
): () => Promise<readonly number[]> {
  const look = async (): Promise<number> => {
    const megabytes = await residentMb(pid)
    onLook(megabytes)
    return megabytes
  }
  const looks = [look()]
  const timer = setInterval(() => looks.push(look()), everyMs)
  return () => {
    clearInterval(timer)
    return Promise.all([...looks, look()])
  }
}

/** The peak resident memory of a process in megabytes; the current one where the system does not report the peak. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  return Math.round(peakKb === undefined ? await residentMb(pid) : Number(peakKb) / 1024)
}
