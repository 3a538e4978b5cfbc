import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { retention } from './backup-settings.ts'
import {
  backupName,
  isDue,
  listBackups,
  newestBackup,
  removeSurplus,
  surplusBackups,
} from './kept-backups.ts'

const HOUR_MS = 3_600_000
const start = Date.UTC(2026, 0, 1)
const hourly = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: `${index}`,
    takenAt: start + index * HOUR_MS,
  })).reverse()

test('the newest backup of each of the last hours, days and weeks is kept', () => {
  const backups = hourly(24 * 60)
  const surplus = new Set(surplusBackups(backups, { hours: 3, days: 2, weeks: 4 }))
  const kept = backups
    .filter((it) => !surplus.has(it))
    .map(({ takenAt }) => new Date(takenAt).toISOString().slice(0, 13))
  // The weeks end on Sundays; the newest of the present one is the newest of all.
  expect(kept).toEqual([
    ...['2026-03-01T23', '2026-03-01T22', '2026-03-01T21', '2026-02-28T23'],
    ...['2026-02-22T23', '2026-02-15T23', '2026-02-08T23'],
  ])
})

test('backups that are rarer than the periods are counted as they are, and the newest is always kept', () => {
  const weeks = hourly(24 * 7 * 10).filter(({ takenAt }) => (takenAt - start) % (24 * 7 * HOUR_MS) === 0)
  expect(surplusBackups(weeks, { hours: 0, days: 5, weeks: 0 })).toEqual(weeks.slice(5))
  expect(surplusBackups(weeks, { hours: 0, days: 0, weeks: 0 })).toEqual(weeks.slice(1))
  expect(surplusBackups([], { hours: 1, days: 1, weeks: 1 })).toEqual([])
})

test('a backup is found by its name, and what others keep in the folder stays', async () => {
  const folder = temporaryFolder()
  const [first, second] = [backupName(start, false), backupName(start + 24 * HOUR_MS, true)]
  expect([first, second]).toEqual(['goodword-20260101T000000Z.gz', 'goodword-20260102T000000Z.gz.age'])
  const others = ['before-0.3.0.gz', 'goodword.gz', 'notes.txt']
  const unfinished = [
    'goodword-20260103T000000Z.gz.unverified',
    'goodword-20260103T000000Z.gz.age.unverified',
    'goodword-20260103T000000Z.gz.unverified.12.partial',
  ]
  for (const name of [first, second, ...others, ...unfinished]) writeFileSync(join(folder, `${name}`), 'four')
  mkdirSync(join(folder, 'goodword-folder'))
  expect(await newestBackup(folder)).toEqual({
    file: join(folder, `${second}`),
    takenAt: start + 24 * HOUR_MS,
    bytes: 4,
  })
  const backups = await listBackups(folder)
  expect([
    isDue(backups, 24, start + 47 * HOUR_MS),
    isDue(backups, 24, start + 48 * HOUR_MS),
    isDue([], 24, start),
  ]).toEqual([false, true, true])
  expect(await removeSurplus(folder, { hours: 1, days: 1, weeks: 1 })).toEqual([join(folder, `${first}`)])
  expect(readdirSync(folder).sort()).toEqual(['goodword-folder', second, ...others].sort())
  expect(await listBackups(join(folder, 'none'))).toEqual([])
})

test('how many are kept is three numbers, of which one is not zero', () => {
  expect(retention('48, 14,8')).toEqual({ value: { hours: 48, days: 14, weeks: 8 } })
  for (const text of ['24', '24,7', '0,0,0', '24,7,x', '-1,7,5'])
    expect(retention(text), text).toMatchObject({ problem: expect.stringContaining('such as 24,7,5') })
})
