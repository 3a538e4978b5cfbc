import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { withUpgradeLock } from './upgrade.ts'

test('one upgrade runs at a time, and the next one when it has ended or failed', async () => {
  const kept = temporaryFolder()
  await withUpgradeLock(kept, async () => {
    await expect(withUpgradeLock(kept, async () => 'second')).rejects.toThrow(
      `Process ${process.pid} is upgrading this installation.`,
    )
  })
  await expect(
    withUpgradeLock(kept, async () => {
      throw new Error('it failed')
    }),
  ).rejects.toThrow('it failed')
  expect(await withUpgradeLock(kept, async () => 'next')).toBe('next')
  expect(readdirSync(join(kept, 'lock'))).toEqual(['3'])
})

test('the lock of a process that was killed is taken over', async () => {
  const kept = temporaryFolder()
  await withUpgradeLock(kept, async () => undefined)
  const pid = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim()
  for (const [index, holder] of [`${pid} 12345`, `${process.pid} 12345`].entries()) {
    writeFileSync(join(kept, 'lock', `${10 * (index + 1)}`), holder)
    expect(await withUpgradeLock(kept, async () => 'taken over')).toBe('taken over')
  }
})
