import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../packages/languages/build.ts'
import { missingTools, packLanguage } from '../packages/languages/pack.ts'
import { root } from './checks/steps.ts'
import { packPackages } from './release/npm-packages.ts'

/** `npm run pack`: makes the packages that other projects install, as files in `dist/`. */
const folder = join(root, 'dist')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const name of await packPackages(folder)) console.log(`dist/${name}`)
for (const language of languages) {
  const reason = missingTools(language)
  if (reason === null) for (const file of packLanguage(language, folder)) console.log(`dist/${file}`)
  else console.log(`not made: the package for ${language}, because ${reason}`)
}
