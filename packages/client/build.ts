import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Format } from 'esbuild'

const here = import.meta.dirname
const root = join(here, '../..')

/**
 * Makes the package that is published: JavaScript and types for ECMAScript modules and for CommonJS, of Node 20 and
 * later, without dependencies.
 */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await bundle('esm', join(folder, 'esm/main.js'))
  await bundle('cjs', join(folder, 'cjs/main.js'))
  emitTypes(join(folder, 'esm'))
  cpSync(join(folder, 'esm'), join(folder, 'cjs'), {
    recursive: true,
    filter: (path) => !path.endsWith('.js'),
  })
  write(join(folder, 'cjs/package.json'), { type: 'commonjs' })
  write(join(folder, 'package.json'), manifest())
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

async function bundle(format: Format, outfile: string): Promise<void> {
  const entryPoints = [join(here, 'src/main.ts')]
  await build({ entryPoints, outfile, bundle: true, platform: 'neutral', format, target: 'es2022' })
}

function emitTypes(outDir: string): void {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const project = join(here, 'tsconfig.build.json')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', outDir], { stdio: 'inherit' })
}

function manifest() {
  const { name, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entry = (folder: string) => ({ types: `./${folder}/main.d.ts`, default: `./${folder}/main.js` })
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { import: entry('esm'), require: entry('cjs') } },
    main: './cjs/main.js',
    types: './cjs/main.d.ts',
    files: ['esm', 'cjs'],
    sideEffects: false,
  }
}

function write(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
