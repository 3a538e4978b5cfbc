import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from './checks/steps.ts'

test.each([
  ['test.ts', 'database', 'npm test runs everything and has no database.'],
  ['test-all.ts', '--list', 'There is no part or option --list.'],
  ['test-all.ts', 'nothing', 'There is no part or option nothing.'],
  ['check.ts', 'nothing', 'no step is named nothing;'],
])('the command of %s refuses %s, which it does not know, before it runs anything', (script, word, text) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), word])
  expect([status, `${stdout}`]).toEqual([1, ''])
  expect(`${stderr}`).toContain(text)
})

/** Nothing of a package is looked at. */
const packagesStay: Plugin = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@goodword/') ? null : { external: true }))
  },
}

test('no command loads the test runner, which works in its own processes alone', async () => {
  const bootstrap = readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')
  const entryPoints = Array.from(bootstrap.matchAll(/: '(.+\.ts)',$/gm), ([, path = '']) => path)
  expect(entryPoints).toContain('e2e/src/portal/screenshots.ts')
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    outdir: 'nowhere',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    plugins: [packagesStay],
  })
  const loading = Object.entries(metafile.inputs).filter(([, { imports }]) =>
    imports.some(({ path }) => path === 'vitest'),
  )
  expect(loading.map(([path]) => path)).toEqual([])
})
