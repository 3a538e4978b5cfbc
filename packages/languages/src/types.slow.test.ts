import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildLanguage } from '../build.ts'
import { runs } from '../pack.ts'
import { guideProgram } from './testing/guide-program.ts'

// Type checkers of the languages accept the generated types.

const folder = temporaryFolder()

function output(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 24 })
  return status === 0 ? '' : `${status}: ${stdout}${stderr}`
}

if (runs('mypy', ['--version'])) {
  test('mypy finds nothing in the package for Python, nor in the program of the guide that uses it', () => {
    const place = join(folder, 'python')
    buildLanguage('python', place)
    writeFileSync(join(place, 'src/main.py'), guideProgram('python').program)
    expect(output('mypy', ['--strict', 'main.py', 'goodword'], join(place, 'src'))).toBe('')
  })
} else {
  console.log(
    'not run: the types of the package for python, because mypy is not installed (apt-get install mypy)',
  )
}

if (runs('ruby', ['-e', 'require "rbs/cli"'])) {
  test('the signatures of the package for Ruby are valid', () => {
    const place = join(folder, 'ruby')
    buildLanguage('ruby', place)
    const program = resolve(import.meta.dirname, 'testing/check_signatures.rb')
    expect(output('ruby', [program, 'sig'], place)).toBe('')
  })
} else {
  console.log(
    'not run: the signatures of the package for ruby, because ruby has no rbs (apt-get install ruby)',
  )
}
