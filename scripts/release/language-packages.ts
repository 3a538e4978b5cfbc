import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages } from '../../packages/languages/build.ts'
import { missingTools, packLanguage } from '../../packages/languages/pack.ts'
import { archive, sourceDate } from './archive.ts'
import { inTemporaryFolder } from './temporary-folder.ts'
import { requireNothingOfThisMachine } from './traces.ts'

const TARBALL = '.tar.gz'

/**
 * Makes the packages for other languages as files in `folder`, with the same bytes each time. Resolves with a line for each language
 * whose tools are missing.
 */
export function packLanguages(folder: string): Promise<readonly string[]> {
  return inTemporaryFolder(async (made) => {
    const missing: string[] = []
    for (const language of languages) {
      const reason = missingTools(language)
      if (reason !== null) {
        missing.push(`not run: the package for ${language}, because ${reason}`)
        continue
      }
      // Wheels and gems take the time of their files from there.
      for (const name of packLanguage(language, made, { SOURCE_DATE_EPOCH: `${sourceDate()}` }))
        release(join(made, name), folder)
    }
    return missing
  })
}

/** Python and Composer write the time of day into archives, so they are packed anew, in one folder each. */
function release(file: string, folder: string): void {
  const name = basename(file)
  if (!name.endsWith(TARBALL)) {
    copyFileSync(file, join(folder, name))
    return
  }
  const stem = name.slice(0, -TARBALL.length)
  const parent = mkdtempSync(`${file}-`)
  const unpacked = join(parent, stem)
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', file, '-C', unpacked])
  requireNothingOfThisMachine(unpacked)
  archive(existsSync(join(unpacked, stem)) ? unpacked : parent, stem, join(folder, name))
}
