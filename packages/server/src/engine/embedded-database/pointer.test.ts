import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readPointer, writePointer } from './pointer.ts'

let folder: string
let original: string

beforeEach(async () => {
  folder = temporaryFolder(onTestFinished)
  original = join(folder, 'original')
  await mkdir(original)
  await writePointer(original, '/var/lib/goodword/here')
})

test('a data directory knows where its database lives', async () => {
  expect(await readPointer(original)).toBe('/var/lib/goodword/here')
  expect(await readPointer(folder)).toBeUndefined()
})

test('a start finds where its database lives while another start says so again', async () => {
  let isOver = false
  const writing = (async () => {
    while (!isOver) await writePointer(original, '/var/lib/goodword/here')
  })()
  try {
    for (let reads = 0; reads < 300; reads += 1) {
      expect(await readPointer(original)).toBe('/var/lib/goodword/here')
    }
  } finally {
    isOver = true
    await writing
  }
})

test('a moved data directory keeps its database', async () => {
  const moved = join(folder, 'moved')
  await rename(original, moved)
  expect(await readPointer(moved)).toBe('/var/lib/goodword/here')
})

test('a copy of a data directory does not share the database of the original', async () => {
  const copy = join(folder, 'copy')
  await cp(original, copy, { recursive: true })
  expect(await readPointer(copy)).toBeUndefined()
})
