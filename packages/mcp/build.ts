import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { version } from './src/version.ts'

const root = join(import.meta.dirname, '../..')

/** A package of this checkout with a program that others install. */
export type ProgramPackage = {
  /** The folder of the package. */
  readonly home: string
  /** The name under which it is published. */
  readonly name: string
  /** The name of the program. */
  readonly bin: string
  /** The oldest version of Node that the program runs on. */
  readonly node: string
}

/** Makes the package `@goodword/mcp` that is published: the program `goodword-mcp`. */
export function buildMcpServer(folder: string): Promise<Metafile> {
  const home = import.meta.dirname
  return buildProgram({ home, name: '@goodword/mcp', bin: 'goodword-mcp', node: '20.12' }, folder)
}

/**
 * Makes a package with a program, as it is published: JavaScript without dependencies, in files that are loaded when they are
 * needed, and the guides, which assistants' tools search. Resolves with what each file was made of.
 */
export async function buildProgram(made: ProgramPackage, folder: string): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: [join(made.home, 'src/main.ts')],
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${made.node}`,
    metafile: true,
    absWorkingDir: root,
  })
  cpSync(join(root, 'docs/guides'), join(folder, 'dist/guides'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(made), null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(metafile))
  copyFileSync(join(made.home, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return metafile
}

function manifestOf({ home, name, bin, node }: ProgramPackage) {
  const { description, license } = JSON.parse(readFileSync(resolve(home, 'package.json'), 'utf8'))
  return {
    name,
    version: version(),
    description,
    license,
    type: 'module',
    engines: { node: `>=${node}` },
    bin: { [bin]: 'dist/main.mjs' },
    files: ['dist', 'THIRD-PARTY-LICENSES.txt'],
  }
}

/** The licenses of the packages that are part of the files. */
function licensesOf({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  )
  const texts = [...new Set(folders)].toSorted().map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    const file = readdirSync(join(root, path)).find((it) => /^licen[cs]e/i.test(it))
    const text =
      file !== undefined && existsSync(join(root, path, file))
        ? readFileSync(join(root, path, file), 'utf8')
        : ''
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(72)}\n\n`)
}
