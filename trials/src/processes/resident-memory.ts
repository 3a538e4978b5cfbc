import { readFile } from 'node:fs/promises'
import { residentMb } from '@goodword/server/testing/resident-memory'

/** The most memory that a process had at any time, in MB; where the system does not tell, what it has now. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
  if (peakKb !== undefined) return Math.round(Number(peakKb) / 1024)
  return Math.round(await residentMb(pid))
}
