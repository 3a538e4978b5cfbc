// The source files of a build of the portal. Plain JavaScript for Node 18: a start reads it before packages are installed.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The sources by their paths from the root of the project. */
const sources = [
  'packages/portal/index.html',
  'packages/portal/build.ts',
  'packages/portal/sources.mjs',
  'packages/portal/vite-options.ts',
  'packages/portal/src',
  'docs/guides/reference/integrate.md',
  'packages/client/src',
  'packages/contract/src',
  'packages/domain/src',
  'package-lock.json',
]

/** The stamp of the sources that the built files beside it were made of. */
export const stampFile = join(root, 'packages/portal/dist/.sources')

export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOfSources()
}

export function stampOfSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesAt)) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesAt(path) {
  if (/[.][a-z]+$/.test(path)) return /[.]test[.]tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesAt(`${path}/${name}`))
}
