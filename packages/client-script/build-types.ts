import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname

// Not in the source: a program that imports it, such as a test, would have the global as well.
const GLOBAL_QUEUE = `
declare global {
  /** The queue under its usual name: \`window._gw\`. A page that names another declares that one itself. */
  var _gw: CommandQueue
}
`

/** Makes the package with the types of the script's commands and events; it holds no JavaScript. */
export function buildScriptTypes(folder: string): void {
  const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const manifest = {
    name: '@goodword/script-types',
    version,
    description: 'Types of the commands and events of the Goodword script for pages',
    license: 'MIT',
    types: './goodword.d.ts',
    exports: { '.': { types: './goodword.d.ts' } },
    files: ['goodword.d.ts'],
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const types = readFileSync(join(here, 'src/goodword.d.ts'), 'utf8')
  writeFileSync(join(folder, 'goodword.d.ts'), types + GLOBAL_QUEUE)
  copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
