import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { minifySync } from 'rolldown/utils'

type ReleasedFile = {
  /** Where the service serves it. */
  readonly file: string
  /** The attribute `integrity` of a tag. */
  readonly integrity: string
}

/** The script as it was released; it never changes again. */
type Release = ReleasedFile & {
  readonly version: string
  /** What the script loads for the widget, by the hash that it contains. */
  readonly widget: ReleasedFile
  /** What the script loads to greet a friend; releases before 1.4.0 have none. */
  readonly welcome?: ReleasedFile
  readonly date: string
}

type Bundle = { readonly code: string; readonly map: string }

const HOME = import.meta.dirname
const RELEASES = 'packages/client-script/releases'
const TARGET = 'es2021'

/**
 * The files that the package's version is released with, and the list of all releases, the newest first. What is out
 * stays as it is, with the comments that its source maps hold.
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
  const releases = readReleases()
  const made: Release = {
    version,
    ...fileOf(version, 'goodword.js', integrityOf('sha384', script)),
    widget: fileOf(version, 'goodword-widget.js', widgetHash),
    welcome: fileOf(version, 'goodword-welcome.js', welcomeHash),
    date: new Date().toISOString().slice(0, 10),
  }
  const isOut = releases.some((it) => it.version === version)
  return [
    ...filesOf(`${version}/goodword.js`, script, isOut),
    ...filesOf(`${version}/goodword-widget.js`, widget, isOut),
    ...filesOf(`${version}/goodword-welcome.js`, welcome, isOut),
    { path: `${RELEASES}/releases.json`, make: () => listWith(made, releases) },
  ]
}

function filesOf(name: string, { code, map }: Bundle, isOut: boolean) {
  const released = join(HOME, 'releases', `${name}.map`)
  return [
    { path: `${RELEASES}/${name}`, make: () => code },
    { path: `${RELEASES}/${name}.map`, make: () => (isOut ? readFileSync(released, 'utf8') : map) },
  ]
}

function readReleases(): readonly Release[] {
  const list = join(HOME, 'releases/releases.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
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
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return minified(name, textOf('.js'), textOf('.map'), format === 'esm')
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
 * @throws Error when the version is out with another file: pages hold its hash
 */
function listWith(made: Release, releases: readonly Release[]): string {
  const released = releases.find(({ version }) => version === made.version)
  if (released !== undefined && released.integrity !== made.integrity) {
    throw new Error(
      `Release ${made.version} of the script is out and never changes, and the code makes another file. Raise the version in packages/client-script/package.json.`,
    )
  }
  return `${JSON.stringify(released === undefined ? [made, ...releases] : releases, null, 2)}\n`
}
