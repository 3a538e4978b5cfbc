import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { readCpuProfile } from './cpu-profile.ts'

const frame = (functionName: string, url: string, lineNumber: number) => ({ functionName, url, lineNumber })

test('the profile shows the functions on the CPU in the sampled time, and the busy share of it', async () => {
  const folder = temporaryFolder(onTestFinished)
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)', '', -1) },
      { id: 2, callFrame: frame('save', 'file:///here/packages/server/src/store/rows.ts', 9) },
      { id: 3, callFrame: frame('', 'file:///here/node_modules/@scope/library/index.js', 0) },
      { id: 4, callFrame: frame('writev', '', -1) },
    ],
    // A second before the watched time, four in it, and one after it.
    samples: [3, 1, 2, 3, 2, 4],
    timeDeltas: [1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000],
  }
  await writeFile(join(folder, 'one.cpuprofile'), JSON.stringify(profile))

  const busy = await readCpuProfile(folder, 4500, 500)
  expect(busy.part).toBe(0.75)
  expect(busy.functions).toEqual([
    { name: 'save  packages/server/src/store/rows.ts:10', part: 2 / 3 },
    { name: '(unnamed)  node_modules/@scope/library/index.js:1', part: 1 / 3 },
  ])
  expect(busy.places.map((it) => it.name)).toEqual(['packages/server/src/store', '@scope/library'])
})
