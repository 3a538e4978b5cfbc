import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname

/** Makes the app as `zapier push` uploads it: one file, with Zapier's platform as its only dependency. */
export async function buildZapierApp(folder: string): Promise<void> {
  const { name, description, license } = read('package.json')
  const { version } = read('../../package.json')
  const { dependencies } = read('platform/package.json')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await build({
    entryPoints: [join(here, 'src/main.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    // Zapier runs apps on Node 22 and reads the app from `module.exports`.
    format: 'cjs',
    target: 'node22',
    footer: { js: 'module.exports = module.exports.app;' },
    define: {
      APP_VERSION: JSON.stringify(version),
      PLATFORM_VERSION: JSON.stringify(dependencies['zapier-platform-core']),
    },
  })
  const manifest = {
    name,
    version,
    description,
    license,
    main: 'index.js',
    files: ['index.js'],
    dependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'))
}

function read(path: string) {
  return JSON.parse(readFileSync(join(here, path), 'utf8'))
}
