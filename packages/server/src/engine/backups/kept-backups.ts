import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Retention } from './backup-settings.ts'

/** A backup that was read back and found whole; only such a one bears a name of this form. */
export type KeptBackup = { readonly file: string; readonly takenAt: number }

const NAME = /^goodword-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z[.]gz(?:[.]age)?$/
const UNFINISHED = /^goodword-\d{8}T\d{6}Z[.]gz(?:[.]age)?[.]unverified/

/** The name of a backup by its time, in UTC. */
export function backupName(takenAt: number, isEncrypted: boolean): string {
  return `goodword-${new Date(takenAt).toISOString().replace(/[-:]|[.]\d+/g, '')}.gz${isEncrypted ? '.age' : ''}`
}

/** The backups in a folder, newest first; none where the folder does not exist. */
export async function listBackups(folder: string): Promise<readonly KeptBackup[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const [, ...parts] = NAME.exec(name) ?? []
      const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number)
      const takenAt = Date.UTC(year, month - 1, day, hour, minute, second)
      return parts.length === 0 ? [] : [{ file: join(folder, name), takenAt }]
    })
    .sort((one, other) => other.takenAt - one.takenAt)
}

/** Whether it is time for another backup. */
export function isDue(backups: readonly KeptBackup[], everyHours: number, now: number): boolean {
  const newest = backups[0]
  return newest === undefined || now - newest.takenAt >= everyHours * HOUR_MS
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The first of January 1970 was a Thursday, and weeks begin on Mondays. */
const FIRST_WEEK_MS = 3 * DAY_MS

/** The backups to delete. `backups` are newest first: the newest stays, and the newest of each period within `keep`. */
export function surplusBackups(backups: readonly KeptBackup[], keep: Retention): readonly KeptBackup[] {
  const kept = new Set([
    ...backups.slice(0, 1),
    ...newestOfEach(backups, keep.hours, (at) => Math.floor(at / HOUR_MS)),
    ...newestOfEach(backups, keep.days, (at) => Math.floor(at / DAY_MS)),
    ...newestOfEach(backups, keep.weeks, (at) => Math.floor((at + FIRST_WEEK_MS) / (7 * DAY_MS))),
  ])
  return backups.filter((it) => !kept.has(it))
}

function newestOfEach(
  backups: readonly KeptBackup[],
  periods: number,
  periodOf: (at: number) => number,
): readonly KeptBackup[] {
  const newest = new Map<number, KeptBackup>()
  for (const it of backups) {
    const period = periodOf(it.takenAt)
    if (!newest.has(period)) newest.set(period, it)
  }
  return [...newest.values()].slice(0, periods)
}

/** Removes backups that are not kept, and what interrupted ones left. Returns the files of the former. */
export async function removeSurplus(folder: string, keep: Retention): Promise<readonly string[]> {
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
  const surplus = surplusBackups(await listBackups(folder), keep).map(({ file }) => file)
  for (const file of surplus) await rm(file, { force: true })
  return surplus
}

/** Null where there is no backup. */
export async function newestBackup(
  folder: string,
): Promise<(KeptBackup & { readonly bytes: number }) | null> {
  const newest = (await listBackups(folder))[0]
  return newest === undefined ? null : { ...newest, bytes: (await stat(newest.file)).size }
}
