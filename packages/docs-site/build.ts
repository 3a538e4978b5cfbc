import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compressFiles } from './src/compress-files.ts'
import { faultsOf } from './src/site-faults.ts'
import { stampOfSources } from './src/stamp.ts'
import { writeSources } from './src/write-sources.ts'

const root = resolve(import.meta.dirname, '../..')
/** A folder for this process alone: another one may build at the same time. */
const work = join(import.meta.dirname, '.work', String(process.pid))
const STAMP = '.stamp'

type SiteBuild = {
  /** Where the site is to be served; begins and ends with `/`. */
  readonly base: string
  readonly outDir: string
  /** The address of the site of another release, with `{version}` in it; without one, the menu leads to what has changed. */
  readonly otherVersions: string | null
}

/** The site that the service serves. */
const servedSite: SiteBuild = {
  base: '/docs/',
  outDir: join(import.meta.dirname, 'dist'),
  otherVersions: null,
}

if (import.meta.main) await run()

/** `npm run docs` always builds; `--if-stale` builds only what does not fit the sources. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      base: { type: 'string', default: servedSite.base },
      out: { type: 'string', default: servedSite.outDir },
      'other-versions': { type: 'string' },
      'if-stale': { type: 'boolean', default: false },
    },
  })
  const { base } = values
  if (!/^[/](?:[\w.~-]+[/])*$/.test(base)) throw new Error('--base must begin and end with "/", as in /docs/')
  const build = { base, outDir: resolve(values.out), otherVersions: values['other-versions'] ?? null }
  if (values['if-stale'] && isBuilt(build)) return
  await buildSite(build)
  if (!values['if-stale']) console.error(`The documentation is in ${build.outDir}.`)
}

function isBuilt({ outDir }: SiteBuild): boolean {
  const stamp = join(outDir, STAMP)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOfSources(root)
}

/** Builds the site apart, and puts it into its place when it is whole and every link of it leads somewhere. */
async function buildSite({ base, outDir, otherVersions }: SiteBuild): Promise<void> {
  const stamp = stampOfSources(root)
  const made = join(work, 'made')
  writeSources({ root, work, base, outDir: made, otherVersions })
  try {
    // Loaded only now: an up-to-date build is found without it.
    const { build } = await import('vitepress')
    await build(work)
    const faults = faultsOf(made, base)
    if (faults.length > 0) throw new Error(`The documentation has faults:\n${faults.join('\n')}`)
    await compressFiles(made)
    writeFileSync(join(made, STAMP), stamp)
    putInPlace(made, outDir)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** A reader finds the former files or the new ones; of two builds at the same time one stays. */
function putInPlace(made: string, outDir: string): void {
  const [next, former] = [`${outDir}.${process.pid}.new`, `${outDir}.${process.pid}.old`]
  cpSync(made, next, { recursive: true })
  if (existsSync(outDir)) renameSync(outDir, former)
  try {
    renameSync(next, outDir)
  } catch (error) {
    if (!existsSync(join(outDir, STAMP))) throw error
  }
  for (const folder of [next, former]) rmSync(folder, { recursive: true, force: true })
}
