import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { minifySync } from 'rolldown/utils'

type ReleasedFile = {
  /** Where the service serves it. */
  readonly file: string
  /** The attribute `integrity` of a tag. */
  readonly integrity: string
}

type Release = ReleasedFile & {
  readonly version: string
  /** The file that the script loads for the widget, by the hash that it contains. */
  readonly widget: ReleasedFile
  /** The file that the script loads to greet a friend, likewise. */
  readonly welcome: ReleasedFile
  /** When it was released, and became one that never changes: `YYYY-MM-DD`; null before. */
  readonly date: string | null
}

type Bundle = { readonly code: string; readonly map: string }

const HOME = import.meta.dirname
const ROOT = join(HOME, '../..')
const RELEASES = 'packages/client-script/releases'
const TARGET = 'es2021'

// `npm run generate` writes them among others; `--if-stale` is for tests, which meet the script as its sources are.
if (import.meta.main && process.argv.includes('--if-stale')) writeStaleFiles()

/**
 * The files of the package's version, and the list of all releases, the newest first. The version is made of the sources
 * until the change log has a date for the Goodword that brings it. Then it stays as it is, with the comments that its
 * source maps hold.
 */
export function releaseFiles(): readonly { readonly path: string; readonly make: () => string }[] {
  const { version } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8'))
  const widget = bundle(version, 'goodword-widget.js', 'widget/draw-widget.ts', 'esm')
  const welcome = bundle(version, 'goodword-welcome.js', 'welcome/draw-welcome.ts', 'esm')
  // The shorter hash: the script has to stay small.
  const [widgetHash, welcomeHash] = [integrityOf('sha256', widget), integrityOf('sha256', welcome)]
  const script = bundle(version, 'goodword.js', 'main.ts', 'iife', {
    GOODWORD_WIDGET_INTEGRITY: widgetHash,
    GOODWORD_WELCOME_INTEGRITY: welcomeHash,
  })
  const releases: readonly Release[] = JSON.parse(textOf('releases.json') ?? '[]')
  const made: Release = {
    version,
    ...fileOf(version, 'goodword.js', integrityOf('sha384', script)),
    widget: fileOf(version, 'goodword-widget.js', widgetHash),
    welcome: fileOf(version, 'goodword-welcome.js', welcomeHash),
    date: releaseDate(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')),
  }
  const isOut = releases.some((it) => it.version === version && it.date !== null)
  return [
    ...filesOf(`${version}/goodword.js`, script, isOut),
    ...filesOf(`${version}/goodword-widget.js`, widget, isOut),
    ...filesOf(`${version}/goodword-welcome.js`, welcome, isOut),
    {
      path: `${RELEASES}/releases.json`,
      make: () => `${JSON.stringify(listWith(made, releases), null, 2)}\n`,
    },
  ]
}

function filesOf(name: string, { code, map }: Bundle, isOut: boolean) {
  return [
    { path: `${RELEASES}/${name}`, make: () => code },
    { path: `${RELEASES}/${name}.map`, make: () => (isOut ? (textOf(`${name}.map`) ?? map) : map) },
  ]
}

/** Null for a file that was not made yet. */
function textOf(name: string): string | null {
  const file = join(HOME, 'releases', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** @throws Error on a build server: stale files there were committed stale */
function writeStaleFiles(): void {
  for (const { path, make } of releaseFiles()) {
    const [file, made] = [join(ROOT, path), make()]
    if (existsSync(file) && readFileSync(file, 'utf8') === made) continue
    if (process.env.CI)
      throw new Error(`Not what the code makes: ${path}. To make it again: npm run generate`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, made)
  }
}

/** The date that the change log has for its newest version, as `YYYY-MM-DD`; null while that is not released. */
export function releaseDate(changelog: string): string | null {
  const [, text = ''] = /^## [^,\n]+, (.*)$/m.exec(changelog) ?? []
  const time = Date.parse(`${text} UTC`)
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}

function bundle(
  version: string,
  name: string,
  entry: string,
  format: 'iife' | 'esm',
  texts: Readonly<Record<string, string>> = {},
): Bundle {
  const defined = Object.entries({ GOODWORD_VERSION: version, ...texts })
  const { outputFiles } = buildSync({
    entryPoints: [join(HOME, 'src', entry)],
    outfile: join(HOME, 'releases', version, name),
    bundle: true,
    minify: true,
    // The service names the map in a header, which costs a page less than a comment.
    sourcemap: 'external',
    format,
    target: TARGET,
    // The words that turn on strict mode are left out: nothing of the sources depends on it.
    tsconfigRaw: { compilerOptions: { alwaysStrict: false } },
    define: Object.fromEntries(defined.map(([key, text]) => [key, JSON.stringify(text)])),
    write: false,
  })
  const output = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return minified(name, output('.js'), output('.map'), format === 'esm')
}

/** Names of variables are chosen once more: one that means something else in each function is compressed best. */
function minified(name: string, bundled: string, inputMap: string, isModule: boolean): Bundle {
  const { code, map, errors } = minifySync(name, bundled, {
    module: isModule,
    compress: { target: TARGET },
    mangle: { toplevel: true },
    sourcemap: true,
    inputMap: JSON.parse(inputMap),
  })
  if (errors.length > 0 || map == null)
    throw new Error(`${name} cannot be minified: ${JSON.stringify(errors)}`)
  return { code: `${code.trimEnd()}\n`, map: JSON.stringify(map) }
}

function integrityOf(algorithm: 'sha256' | 'sha384', { code }: Bundle): string {
  return `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`
}

function fileOf(version: string, name: string, integrity: string): ReleasedFile {
  return { file: `/s/${version}/${name}`, integrity }
}

/**
 * The list with the version that was made. A version that was never released is in no page, and leaves it.
 *
 * @throws Error when the version is out with another file: pages hold its hash
 */
export function listWith(made: Release, list: readonly Release[]): readonly Release[] {
  const released = list.filter(({ date }) => date !== null)
  const same = released.find(({ version }) => version === made.version)
  if (same === undefined) return [made, ...released]
  if (same.integrity === made.integrity) return released
  throw new Error(
    `Release ${made.version} of the script is out and never changes, and the code makes another file. Raise the version in packages/client-script/package.json.`,
  )
}
