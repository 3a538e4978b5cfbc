import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildScriptTypes } from '../build-types.ts'

const COMPILER = resolve(import.meta.dirname, '../../../node_modules/typescript-native/bin/tsc')

const folder = temporaryFolder()
const dist = join(folder, 'dist')
buildScriptTypes(dist)
const packed = packPackages([dist], folder)

const page = `import type { CommandQueue } from '@goodword/script-types'

declare global {
  var referrals: CommandQueue
  // As pages did before the package declared it.
  var _gw: CommandQueue
}
window._gw = window._gw || []
window._gw.push(['init', { tenant_alias: 'acme' }], ['logout'])
referrals.push(['open'])
_gw.push(['subscribe', 'identified', ({ referralCode }) => console.log(referralCode.length)])
_gw.push(['innit', { tenant_alias: 'acme' }])
`

test.each([
  ['an ECMAScript module', 'module', 'nodenext'],
  ['CommonJS', 'commonjs', 'node16'],
])(
  'the packed types, installed in a project that is %s, take commands and refuse one that does not exist',
  (_name, type, module) => {
    const project = join(folder, `project-${module}`)
    packed.installIn(project, { private: true, type })
    const compilerOptions = {
      module,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }))
    writeFileSync(join(project, 'page.ts'), page)
    const errors = compiled(project)
    expect(errors.match(/error TS/g)).toHaveLength(1)
    expect(errors).toContain('\'"innit"\' is not assignable')
  },
)

/** The compiler's errors; empty when the project compiles. */
function compiled(project: string): string {
  try {
    return execFileSync(process.execPath, [COMPILER, '-p', project], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}
