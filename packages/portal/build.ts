import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isBuilt, stampFile, stampOfSources } from './sources.mjs'

const folder = join(import.meta.dirname, 'dist')

// `npm run portal:build` always builds; `--if-stale` builds only what does not fit the sources.
if (import.meta.main) await buildPortal(process.argv.includes('--if-stale'))

/** Builds the portal into `dist`, which git ignores, with a stamp of its sources. */
async function buildPortal(onlyIfStale: boolean): Promise<void> {
  if (onlyIfStale && isBuilt()) return
  const stamp = stampOfSources()
  if (!onlyIfStale) console.error('Building the portal …')
  // Tests have another one, and would get React's checks and the paths of this machine.
  process.env.NODE_ENV = 'production'
  // Loaded only now: an up-to-date build is found without it.
  const [{ build }, { viteOptions }] = await Promise.all([import('vite'), import('./vite-options.ts')])
  await build({ ...viteOptions, logLevel: 'warn' })
  await Promise.all(compressible().map(compress))
  writeFileSync(stampFile, stamp)
}

/** The files to compress at build time, because the first visitor after a start would wait for it. */
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
