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
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'

const here = import.meta.dirname
const root = join(here, '../..')

/**
 * Makes the package `goodword` that is published: JavaScript for Node 20 and later without dependencies, a file for each
 * command, so that a command loads only what it needs. Resolves with what each file was made of.
 */
export async function buildCommandLine(folder: string): Promise<Metafile> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: [join(here, 'src/main.ts')],
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    absWorkingDir: root,
  })
  // The assistants' tools search them.
  cpSync(join(root, 'docs/guides'), join(folder, 'dist/guides'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licensesOf(metafile))
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return metafile
}

function manifest() {
  const { version, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  return {
    name: 'goodword',
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20.12' },
    bin: { goodword: 'dist/main.mjs' },
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
