import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/** A file of the script's as it was released; it never changes again. */
type Release = {
  readonly version: string
  /** Where the service serves it. */
  readonly file: string
  /** For the attribute `integrity` of a tag. */
  readonly integrity: string
  readonly date: string
}

const HOME = import.meta.dirname
const RELEASES = 'packages/client-script/releases'

/**
 * The files that the package's version is released with, and the list of all releases, the newest first. What is out
 * stays as it is, with the comments that its source map holds.
 */
export function releaseFiles(): readonly { readonly path: string; readonly make: () => string }[] {
  const { version } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8'))
  const { script, map } = bundle(version)
  const releases = readReleases()
  const isOut = releases.some((it) => it.version === version)
  const released = join(HOME, 'releases', version, 'goodword.js.map')
  return [
    { path: `${RELEASES}/${version}/goodword.js`, make: () => script },
    {
      path: `${RELEASES}/${version}/goodword.js.map`,
      make: () => (isOut ? readFileSync(released, 'utf8') : map),
    },
    { path: `${RELEASES}/releases.json`, make: () => listWith(version, script, releases) },
  ]
}

function readReleases(): readonly Release[] {
  const list = join(HOME, 'releases/releases.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

function bundle(version: string): { readonly script: string; readonly map: string } {
  const { outputFiles } = buildSync({
    entryPoints: [join(HOME, 'src/main.ts')],
    outfile: join(HOME, 'releases', version, 'goodword.js'),
    bundle: true,
    minify: true,
    sourcemap: true,
    format: 'iife',
    target: 'es2021',
    define: { GOODWORD_VERSION: JSON.stringify(version) },
    write: false,
  })
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { script: textOf('.js'), map: textOf('.map') }
}

/**
 * @throws Error when the version is out with another file: pages hold its hash
 */
function listWith(version: string, script: string, releases: readonly Release[]): string {
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const released = releases.find((it) => it.version === version)
  if (released !== undefined && released.integrity !== integrity) {
    throw new Error(
      `Release ${version} of the script is out and never changes, and the code makes another file. Raise the version in packages/client-script/package.json.`,
    )
  }
  const date = new Date().toISOString().slice(0, 10)
  const made: Release = { version, file: `/s/${version}/goodword.js`, integrity, date }
  return `${JSON.stringify(released === undefined ? [made, ...releases] : releases, null, 2)}\n`
}
