import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPagePackage, pagePackages } from '../packages/browser/build.ts'
import { buildCommandLine } from '../packages/cli/build.ts'
import { buildClient } from '../packages/client/build.ts'
import { buildScriptTypes } from '../packages/client-script/build-types.ts'
import { languages } from '../packages/languages/build.ts'
import { missingTools, packLanguage } from '../packages/languages/pack.ts'
import { buildMcpServer } from '../packages/mcp/build.ts'
import { buildN8nNodes } from '../packages/n8n-nodes-goodword/build.ts'
import { buildZapierApp } from '../packages/zapier/build.ts'
import { root } from './checks/steps.ts'
import { packRelease } from './release.ts'

/** `npm run pack`: makes the release and the packages that other projects install, as files in `dist/`. */
const folder = join(root, 'dist')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
console.log(`dist/${packRelease(folder)}`)
const ofPages = pagePackages.map((name) => (built: string) => buildPagePackage(name, built))
for (const build of [
  buildClient,
  buildCommandLine,
  buildMcpServer,
  buildN8nNodes,
  buildScriptTypes,
  buildZapierApp,
  ...ofPages,
]) {
  const built = join(folder, 'package')
  await build(built)
  const options = { cwd: built, encoding: 'utf8' } as const
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options)
  rmSync(built, { recursive: true })
  console.log(`dist/${tarball.trim()}`)
}
for (const language of languages) {
  const reason = missingTools(language)
  if (reason === null) for (const file of packLanguage(language, folder)) console.log(`dist/${file}`)
  else console.log(`not made: the package for ${language}, because ${reason}`)
}
