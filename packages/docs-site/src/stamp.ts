import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of a build, from the root of the project. */
const sources = [
  'packages/docs-site/build.ts',
  'packages/docs-site/src',
  'packages/contract/src',
  'docs/guides',
  'docs/reference',
  'docs/screenshots',
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
]

/** A hash over the content of all sources. */
export function stampOfSources(root: string): string {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((it) => filesAt(root, it))) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesAt(root: string, path: string): readonly string[] {
  if (!statSync(join(root, path)).isDirectory()) return /[.]test[.]ts$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesAt(root, `${path}/${name}`))
}
