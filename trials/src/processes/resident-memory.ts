import { readFile } from 'node:fs/promises'
import { residentMb } from '@goodword/server/testing/resident-memory'

/** Peak memory of a process in MB, or the current one if the system does not report the peak. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  if (peakKb !== undefined) return Math.round(Number(peakKb) / 1024)
  return Math.round(await residentMb(pid))
}
