import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assets } from '@goodword/sandbox/page/assets'
import { build, type Plugin } from 'esbuild'

const here = import.meta.dirname
const root = join(here, '../..')
/** The package of the face, whose file is among the assets. */
const FACE = 'node_modules/@fontsource-variable/geist'

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(here, 'dist'))
  await bundle(folder)
  process.stdout.write(`${folder}\n`)
}

/** Makes the package that is published: the gateway as one file that needs nothing but Node. */
export async function bundle(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    entryPoints: [join(here, 'src/main.ts')],
    outfile: join(folder, 'braintree-sandbox.mjs'),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    metafile: true,
    legalComments: 'none',
    // Some bundled modules are CommonJS and require Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
    plugins: [inlineAssets()],
  })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf([...Object.keys(metafile.inputs), FACE]))
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(here, 'fixtures.example.json'), join(folder, 'fixtures.example.json'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** One file has no folder beside it to read from. */
function inlineAssets(): Plugin {
  return {
    name: 'inline-assets',
    setup({ onLoad }) {
      onLoad({ filter: /page[/\\]assets[.]ts$/ }, () => ({
        contents: `export const assets = ${JSON.stringify(assets)}`,
        loader: 'js',
      }))
    },
  }
}

function manifest() {
  const { description, license } = readJson(join(here, 'package.json'))
  const { version } = readJson(join(root, 'package.json'))
  return {
    name: 'braintree-sandbox',
    version,
    description,
    license,
    type: 'module',
    bin: { 'braintree-sandbox': 'braintree-sandbox.mjs' },
    engines: { node: '>=22' },
    files: ['braintree-sandbox.mjs', 'fixtures.example.json', 'LICENSES.txt'],
  }
}

/** The licences of the packages whose files are inside, as they ask to be passed on. */
function licencesOf(inputs: readonly string[]): string {
  const folders = new Set(
    inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  )
  return Array.from(folders)
    .sort()
    .map((folder) => {
      const { name, version, license } = readJson(join(root, folder, 'package.json'))
      const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each))
      const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim()
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(file, 'utf8'))
}
