import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

export const pagePackages = ['browser', 'react', 'vue'] as const
export type PagePackage = (typeof pagePackages)[number]

const packages = join(import.meta.dirname, '..')
const root = join(packages, '..')
/** The types of the script's commands, which the published package has a copy of. */
const SCRIPT_TYPES = '@goodword/client-script/goodword.d'

/** Makes a package for pages as it is published: an ECMAScript module and its types, without what it depends on. */
export async function buildPagePackage(name: PagePackage, folder: string): Promise<void> {
  const home = join(packages, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(home, 'src/main.ts')],
    outfile: join(folder, 'dist/main.js'),
    bundle: true,
    packages: 'external',
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    // Frameworks that render on a server ask for it where hooks are.
    ...(name === 'react' ? { banner: { js: "'use client';" } } : {}),
  })
  emitTypes(home, join(folder, 'dist'))
  writeJson(join(folder, 'package.json'), manifestOf(home))
  copyFileSync(join(home, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

function emitTypes(home: string, outDir: string): void {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const project = join(home, 'tsconfig.build.json')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', outDir], { stdio: 'inherit' })
  const emitted = readdirSync(outDir).filter((file) => file.endsWith('.d.ts'))
  const texts = emitted.map((file) => [file, readFileSync(join(outDir, file), 'utf8')] as const)
  for (const [file, text] of texts) {
    writeFileSync(join(outDir, file), text.replaceAll(SCRIPT_TYPES, './script-types.js'))
  }
  if (texts.some(([, text]) => text.includes(SCRIPT_TYPES))) {
    copyFileSync(join(packages, 'client-script/src/goodword.d.ts'), join(outDir, 'script-types.d.ts'))
  }
}

function manifestOf(home: string) {
  const { name, description, license, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  )
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    exports: { '.': { types: './dist/main.d.ts', default: './dist/main.js' } },
    types: './dist/main.d.ts',
    files: ['dist'],
    sideEffects: false,
    dependencies: dependencies && atVersion(dependencies, version),
    peerDependencies,
  }
}

/** Names the version of our packages, which is the same for all of them, and which those of a checkout leave open. */
function atVersion(dependencies: Readonly<Record<string, string>>, version: string) {
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, version]))
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
