import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const here = import.meta.dirname
const root = join(here, '../..')
const folder = join(here, 'dist')
const stampFile = join(folder, '.sources')

/** What the built files depend on, from the root of the project. */
const sources = [
  'packages/portal/index.html',
  'packages/portal/build.ts',
  'packages/portal/vite-options.ts',
  'packages/portal/src',
  'packages/client/src',
  'packages/contract/src',
  'packages/domain/src',
  'package-lock.json',
]

// `npm run portal:build` always builds; `--if-stale` builds only what does not fit the sources.
if (import.meta.main) await buildPortal(process.argv.includes('--if-stale'))

/** Builds the portal into `dist`, which git ignores, with a stamp of its sources. */
async function buildPortal(onlyIfStale: boolean): Promise<void> {
  const stamp = stampOf(sources)
  if (onlyIfStale && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.error('Building the portal …')
  // Loaded only now: an up-to-date build is found without it.
  const [{ build }, { viteOptions }] = await Promise.all([import('vite'), import('./vite-options.ts')])
  await build({ ...viteOptions, logLevel: 'warn' })
  await Promise.all(compressible().map(compress))
  writeFileSync(stampFile, stamp)
}

/** What the service serves; the first visitor after its start would wait for the compression. */
function compressible(): readonly string[] {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /[.](js|css|svg)$/.test(name))
  return ['index.html', ...assets.map((name) => join('assets', name))]
}

/** Writes the compressed forms of a built file next to it. */
async function compress(name: string): Promise<void> {
  const file = join(folder, name)
  const content = readFileSync(file)
  // A higher quality takes seconds, and saves a few percent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

function stampOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesAt)) {
    hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesAt(path: string): readonly string[] {
  if (/[.][a-z]+$/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/[.]test[.]tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
