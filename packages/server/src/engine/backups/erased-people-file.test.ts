import { readFile, stat, writeFile } from 'node:fs/promises'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { addErasedPeople, erasedPeopleFile, erasedSince } from './erased-people-file.ts'
import { watchErasures } from './scheduled-backups.ts'

const HOUR_MS = 3_600_000
const at = Date.UTC(2026, 10, 29)
const person = (name: string, erasedAt: number) => ({
  tenantId: 'acme',
  mark: name.padEnd(43, '-'),
  erasedAt,
})
const [ada, bob] = [person('ada', at + 2 * HOUR_MS), person('bob', at)]
const newFolder = () => temporaryFolder(onTestFinished)

test('the file keeps everybody who was ever erased, also when the database knows them no more', async () => {
  const folder = newFolder()
  expect(await addErasedPeople(folder, [])).toBe(0)
  expect(erasedSince([folder], 0)).toEqual([])
  expect(await addErasedPeople(folder, [ada])).toBe(1)
  expect(await addErasedPeople(folder, [bob])).toBe(2)
  // Erased, stored again, and erased again.
  const again = { ...bob, erasedAt: at + HOUR_MS }
  expect(await addErasedPeople(folder, [again, bob])).toBe(3)
  expect(erasedSince([folder], 0)).toEqual([bob, again, ada])
  expect((await stat(erasedPeopleFile(folder))).mode & 0o777).toBe(0o600)
})

test('a restore concerns those who were erased since the backup was taken, with an hour of leeway, by any of the files', async () => {
  const [first, second] = [newFolder(), newFolder()]
  await addErasedPeople(first, [ada])
  await addErasedPeople(second, [bob])
  expect(erasedSince([first, second], at + HOUR_MS)).toEqual([ada, bob])
  expect(erasedSince([first, second], at + HOUR_MS + 1)).toEqual([ada])
  expect(erasedSince([newFolder(), second], at)).toEqual([bob])
  expect(erasedSince([newFolder()], at)).toBeNull()
})

test('a line that the service did not write is named, and nothing is added to such a file', async () => {
  const folder = newFolder()
  await addErasedPeople(folder, [ada])
  const file = erasedPeopleFile(folder)
  await writeFile(file, `${await readFile(file, 'utf8')}2026-11-29T00:00:00.000Z acme half`)
  expect(() => erasedSince([folder], at)).toThrow(`Line 3 of ${file} is none that the service wrote.`)
  await expect(addErasedPeople(folder, [bob])).rejects.toThrow('Line 3 of')
})

test('an erasure in this process is seen once by the next look', () => {
  const seen: string[] = []
  const { observe, take } = watchErasures(({ kind }) => seen.push(kind))
  const run = (kind: string) => observe({ kind, outcome: 'succeeded', seconds: 0, waitSeconds: 0 })
  run('CUSTOMER')
  expect(take()).toBe(false)
  run('ERASE_PERSON')
  expect([take(), take()]).toEqual([true, false])
  expect(seen).toEqual(['CUSTOMER', 'ERASE_PERSON'])
})
