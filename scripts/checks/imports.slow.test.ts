import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { packageImports, workspaceImports } from './import-rules.ts'
import { brokenImportRules } from './imports.ts'

const root = resolve(import.meta.dirname, '../..')
const planted: string[] = []

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true })
})

test('every workspace has a border', () => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folders: string[] = workspaces.flatMap((it: string) => globSync(it, { cwd: root }))
  const known = [
    ...Object.keys(packageImports).map((it) => `packages/${it}`),
    ...Object.keys(workspaceImports),
  ]
  expect(known.toSorted()).toEqual(folders.toSorted())
})

test('a tree that keeps the borders has nothing to report', async () => {
  const broken = await brokenRulesOf({
    'packages/domain/src/rate.ts': `import { cap } from './cap.ts'`,
    'packages/domain/src/cap.ts': `import 'tr46'`,
    'packages/domain/src/rate.test.ts': `import 'vitest'; import './rate.ts'`,
    'packages/contract/src/price.ts': `import 'typebox'; import '../../domain/src/rate.ts'`,
    'packages/server/src/main.ts': `import './routes/app.ts'; import './jobs/run.ts'; import './billing/bills/rows/bills.ts'; import 'pino'`,
    'packages/server/src/routes/app.ts': `import 'fastify'; import '../billing/bills/endpoints.ts'; import '../engine/clock.ts'`,
    'packages/server/src/jobs/run.ts': `import '../billing/bills/mend.ts'; import '../billing/bills/rows/bills.ts'`,
    'packages/server/src/billing/bills/endpoints.ts': `import './mend.ts'; import '../../frame/http/server/serve.ts'`,
    'packages/server/src/billing/bills/mend.ts': `import './rows/bills.ts'; import '../../connectors/connector.ts'; import '../../../../contract/src/price.ts'`,
    'packages/server/src/billing/bills/rows/bills.ts': `import type pg from 'pg'; import 'kysely'; import '../../../engine/driver/statement.ts'; import '../../../../../domain/src/rate.ts'`,
    'packages/server/src/billing/bills/rows/bills.db.test.ts': `import '../../../testing/database.ts'; import '../mend.ts'; import 'fast-check'`,
    'packages/server/src/frame/http/server/serve.ts': `import 'fastify'`,
    'packages/server/src/connectors/connector.ts': `import '../engine/clock.ts'`,
    'packages/server/src/testing/database.ts': `import 'pg'; import '../billing/bills/rows/bills.ts'`,
    'packages/server/src/engine/driver/statement.ts': `import 'pg'`,
    'packages/server/src/engine/clock.ts': `import 'node:timers'; import '../../../domain/src/rate.ts'`,
  })
  expect(broken).toEqual([])
})

const plantedImports: readonly [rule: string, file: string, imported: string][] = [
  ['domain-is-pure', 'packages/domain/src/a.ts', 'node:crypto'],
  ['domain-is-pure', 'packages/domain/src/a.ts', 'typebox'],
  ['domain-keeps-to-its-border', 'packages/domain/src/a.test.ts', '../../contract/src/b.ts'],
  ['contract-needs-domain-and-typebox', 'packages/contract/src/a.ts', 'fastify'],
  ['contract-keeps-to-its-border', 'packages/contract/src/a.ts', '../../server/src/engine/b.ts'],
  ['server-routes-keeps-to-its-place', 'packages/server/src/routes/a.ts', '../jobs/b.ts'],
  ['server-billing-keeps-to-its-place', 'packages/server/src/billing/a.ts', '../privacy/b.ts'],
  ['server-connectors-keeps-to-its-place', 'packages/server/src/connectors/a.ts', '../frame/b.ts'],
  ['server-engine-keeps-to-its-place', 'packages/server/src/engine/a.ts', '../frame/rows/b.ts'],
  ['server-config-reads-the-engine-alone', 'packages/server/src/config.ts', './frame/b.ts'],
  ['rows-know-rows-and-the-engine-alone', 'packages/server/src/billing/bills/rows/a.ts', '../b.ts'],
  ['sql-stands-with-rows', 'packages/server/src/billing/bills/a.ts', '../../engine/driver/statement.ts'],
  ['operations-know-no-http', 'packages/server/src/billing/bills/a.ts', '../../frame/http/b.ts'],
  [
    'only-the-table-of-connectors-knows-a-processor',
    'packages/server/src/billing/a.ts',
    '../connectors/braintree/b.ts',
  ],
  ['portal-pages-keeps-to-its-place', 'packages/portal/src/pages/bills/a.ts', '../../app/b.ts'],
  ['portal-components-keeps-to-its-place', 'packages/portal/src/components/a.ts', '../lists/b.ts'],
  ['portal-components-keeps-to-its-place', 'packages/portal/src/components/a.ts', '../session/b.ts'],
  ['portal-api-keeps-to-its-place', 'packages/portal/src/api/a.ts', '../session/b.ts'],
  ['wire-shapes-stay-at-the-edges', 'packages/server/src/billing/rows/a.ts', '../../../../contract/src/b.ts'],
  ['wire-shapes-stay-at-the-edges', 'packages/server/src/engine/a.ts', '../../../contract/src/b.ts'],
  ['the-database-driver-stays-below', 'packages/server/src/billing/a.ts', 'pg'],
  ['the-database-driver-stays-below', 'packages/server/src/pages/a.ts', 'kysely'],
  ['the-web-framework-answers-http', 'packages/server/src/billing/a.ts', 'fastify'],
  ['the-sdk-of-braintree-stays-in-its-connector', 'packages/server/src/connectors/stripe/a.ts', 'braintree'],
  ['the-sdk-of-stripe-stays-in-its-connector', 'packages/server/src/connectors/a.ts', 'stripe'],
  ['test-code-stays-in-tests', 'packages/server/src/billing/a.ts', './b.test.ts'],
  ['test-code-stays-in-tests', 'packages/server/src/main.ts', './testing/checks/b.ts'],
  ['development-tools-stay-out-of-the-product', 'packages/server/src/billing/a.ts', 'fast-check'],
  ['every-package-is-declared', 'packages/server/src/billing/a.ts', 'semver'],
  ['every-import-resolves', 'packages/server/src/billing/a.ts', './gone.ts'],
  [
    'browser-code-takes-only-types-and-words-of-the-contract',
    'packages/widget/src/a.ts',
    '../../contract/src/b.ts',
  ],
  ['portal-keeps-to-its-border', 'packages/portal/src/a.ts', '../../server/src/pages/b.ts'],
  ['server-keeps-to-its-border', 'packages/server/src/a.ts', '../../../lab/bench/src/b.ts'],
  ['test-code-stays-in-tests', 'packages/server/src/main.ts', '../../testing/src/b.ts'],
  ['testing-keeps-to-its-border', 'packages/testing/src/a.ts', '../../server/src/b.ts'],
  ['lab-bench-keeps-to-its-border', 'lab/bench/src/a.ts', '../../trials/src/b.ts'],
  ['the-laboratory-knows-no-trial', 'lab/trials/src/laboratory/a.ts', '../b.ts'],
  ['examples-shop-keeps-to-its-border', 'examples/shop/src/a.ts', '../../../packages/server/src/b.ts'],
]

test.for(plantedImports)('%s catches %s importing %s', async ([rule, file, imported]) => {
  const target = join(dirname(file), imported)
  const isOurs = imported.startsWith('.') && !imported.includes('gone')
  const broken = await brokenRulesOf({
    [file]: `import '${imported}'`,
    ...(isOurs ? { [target]: 'export {}' } : {}),
  })
  expect(broken.map((line) => line.split(':')[0])).toContain(rule)
})

test('no-cycle catches two files that import each other, be it only for types, in any workspace', async () => {
  const broken = await brokenRulesOf({
    'lab/trials/src/a.ts': `import './b.ts'`,
    'lab/trials/src/b.ts': `import './a.ts'`,
    'packages/domain/src/a.ts': `import type { B } from './b.ts'; export type A = B`,
    'packages/domain/src/b.ts': `import type { A } from './a.ts'; export type B = A`,
  })
  expect(broken).toContain(
    'no-cycle: packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/a.ts',
  )
  expect(broken).toContain('no-cycle: lab/trials/src/a.ts → lab/trials/src/b.ts → lab/trials/src/a.ts')
})

test('no-circle-of-folders catches folders that import each other, unless a test does', async () => {
  const broken = await brokenRulesOf({
    'packages/server/src/engine/a/one.ts': `import '../b/one.ts'`,
    'packages/server/src/engine/a/two.ts': 'export {}',
    'packages/server/src/engine/b/one.ts': 'export {}',
    'packages/server/src/engine/b/two.ts': `import '../a/two.ts'`,
    'packages/server/src/engine/c/one.ts': `import '../a/one.ts'; import '../b/two.ts'`,
    'packages/server/src/engine/a/one.test.ts': `import '../c/one.ts'`,
  })
  expect(broken.filter((line) => line.startsWith('no-circle-of-folders'))).toEqual([
    expect.stringContaining('packages/server/src/engine: packages/server/src/engine/a/one.ts imports'),
  ])
})

test('no-orphan catches a file that nothing touches', async () => {
  const broken = await brokenRulesOf({ 'packages/domain/src/alone.ts': 'export const alone = 1' })
  expect(broken).toEqual(['no-orphan: packages/domain/src/alone.ts → packages/domain/src/alone.ts'])
})

/** The rules broken by a tree of these files, whose packages are those installed here. */
async function brokenRulesOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-imports-'))
  planted.push(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write(folder, 'package.json', { devDependencies: { vitest: '*', 'fast-check': '*' } })
  write(folder, 'packages/contract/package.json', { dependencies: { typebox: '*' } })
  write(folder, 'packages/domain/package.json', { dependencies: { tr46: '*' } })
  const serverDependencies = { fastify: '*', kysely: '*', pg: '*', pino: '*' }
  write(folder, 'packages/server/package.json', { dependencies: serverDependencies })
  write(folder, 'scripts/package.json', {})
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  return await brokenImportRules(folder)
}

function write(folder: string, path: string, content: string | object): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}
