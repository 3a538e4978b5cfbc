import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { blocksOf } from './testing/guides/guide-blocks.ts'
import { guideNames, guideService, readGuide } from './testing/guides/guide-service.ts'
import { fileNameOf, furnish } from './testing/guides/run-guide.ts'
import { typeErrors } from './testing/guides/type-errors.ts'

const run = await guideService()

/** It installs packages that are made for it: first-integration.db.test.ts of the command line runs it. */
const runElsewhere = ['reference/first-integration.md']

test.concurrent.each(guideNames.filter((it) => !runElsewhere.includes(it)))(
  'the guide %s describes what happens',
  (name) => run(name),
)

test.concurrent('the TypeScript of the guides type-checks', async () => {
  const place = temporaryFolder()
  await furnish(place)
  for (const name of guideNames) {
    const files = join(place, basename(name))
    await mkdir(files)
    for (const block of blocksOf(await readGuide(name)).filter((it) => it.language === 'ts')) {
      await writeFile(join(files, fileNameOf(block)), block.text)
    }
  }
  expect(await typeErrors(place)).toBe('')
})
