import { spawnSync } from 'node:child_process'
import { partsAfter } from '../testing/parts.ts'
import { root } from './steps.ts'

/** Names the parts of `npm run test:all` that the changes of this checkout ask for: those that are not upstream yet. */
const changed = [
  ...git('diff', '--name-only', upstream()),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const asked = partsAfter(changed)
if (asked.length > 0) {
  const files = [...new Set(asked.map(({ file }) => file))].join(', ')
  console.log(
    `also run: npm run test:all -- ${asked.map(({ part }) => part.name).join(' ')}, after the change of ${files}`,
  )
}

function upstream(): string {
  return git('merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD'
}

/** The lines that git prints; none outside a checkout, or where git does not find its argument. */
function git(...args: readonly string[]): readonly string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : []
}
