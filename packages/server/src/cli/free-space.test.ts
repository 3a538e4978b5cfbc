import { expect, test } from 'vitest'
import { requireSpace } from './free-space.ts'

const MEBIBYTE = 2 ** 20
const needs = [
  { what: 'the release', folder: '/opt', bytes: 300 * MEBIBYTE },
  { what: 'a backup', folder: '/backups', bytes: 100 * MEBIBYTE },
]

/** The file systems of the two folders, each with its free space. */
function disks(...of: readonly (readonly [number, number])[]) {
  return async (folder: string) => {
    const [fileSystem = 0, mebibytes = 0] = of[folder === '/opt' ? 0 : 1] ?? []
    return { fileSystem, freeBytes: mebibytes * MEBIBYTE }
  }
}

test('what goes to one file system is added up, and a reserve stays free', async () => {
  await requireSpace(needs, disks([1, 656], [1, 656]))
  await expect(requireSpace(needs, disks([1, 655], [1, 655]))).rejects.toThrow(
    /^There is too little space: 655 MiB are free .* 656 MiB are needed \(300 MiB for the release in \/opt, 100 MiB for a backup in \/backups,/,
  )
})

test('each file system has to have room for what goes to it', async () => {
  await requireSpace(needs, disks([1, 556], [2, 356]))
  await expect(requireSpace(needs, disks([1, 556], [2, 355]))).rejects.toThrow(
    '100 MiB for a backup in /backups',
  )
})
