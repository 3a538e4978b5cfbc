import { globSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

/** What tests start as processes of their own. */
export const programs: readonly string[] = [
  'packages/server/src/main.ts',
  'packages/server/src/cli/main.ts',
  'packages/server/src/testing/imports/importer.ts',
  'packages/server/src/testing/long-database-timeouts.ts',
  'packages/server/src/testing/workers/*-worker.ts',
  'packages/braintree-sandbox/src/main.ts',
  'trials/src/laboratory/processes/service-with-clock.ts',
  'trials/src/processor/naive-connector.ts',
  'trials/src/crash/naive-service.ts',
]

/** The folder beside the packages of the server, so that the bundles find what they import from packages. */
const folder = join(root, 'packages/server/node_modules/.cache/programs')

/** Packages with hundreds of modules. */
const bundledPackages = /^typebox(\/|$)/

/**
 * Bundles the programs that tests start hundreds of times: to load some modules takes half as long as to load two thousand.
 * Returns the folder, in which each has the path of its source.
 */
export async function bundlePrograms(): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  await build({
    entryPoints: programs.flatMap(sourcesOf),
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
    plugins: [packagesStay, placesStay],
  })
  return folder
}

/** The files that a pattern stands for. */
export function sourcesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root }).map((it) => join(root, it))
}

/** Packages are loaded from where they are. */
const packagesStay: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      return path.startsWith('@goodword/') || bundledPackages.test(path) ? null : { path, external: true }
    })
  },
}

/** Modules find files beside their source. */
const placesStay: Plugin = {
  name: 'places',
  setup({ onLoad }) {
    onLoad({ filter: /(packages|trials)\/[^/]+\/.*\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return null
      const text = await readFile(path, 'utf8')
      const places = {
        'import.meta.url': pathToFileURL(path).href,
        'import.meta.dirname': dirname(path),
        'import.meta.filename': path,
      }
      const contents = Object.entries(places).reduce(
        (changed, [name, place]) => changed.replaceAll(name, JSON.stringify(place)),
        text,
      )
      return { contents, loader: 'ts' }
    })
  },
}
