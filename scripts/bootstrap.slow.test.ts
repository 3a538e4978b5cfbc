import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installRelease } from './release/release-tree.ts'
import { openLocalRegistry } from './testing/local-registry.ts'
import { makeSmallCheckout, type SmallCheckout } from './testing/small-checkout.ts'

const folder = temporaryFolder()
const registry = await openLocalRegistry(join(folder, 'registry'))
afterAll(registry.close)

let checkout: SmallCheckout
let made = 0
beforeEach(() => {
  checkout = makeSmallCheckout(join(folder, `checkout-${++made}`), registry)
  registry.asked()
})
afterEach(() => void vi.unstubAllEnvs())

const run = (command: string) => checkout.run(command).ended
/** npm leaves a log of each run. */
const hasRunNpm = () => existsSync(join(checkout.folder, 'npm-cache/_logs'))
const packageOf = (name: string) => join(checkout.folder, 'node_modules', name)

test('a first start runs with the packages of the service, and those of the portal come for its build', async () => {
  const start = checkout.run('start')
  await start.waitForOutput(/service with ledger 1.0.0 and nested 2.0.0/)
  const { output, errors } = await start.ended
  expect(output).toContain('portal: built')
  expect(errors).toBe('Installing packages …\n')
  const page = join(checkout.folder, 'packages/portal/dist/index.html')
  expect(readFileSync(page, 'utf8')).toBe('bundler 1.0.0')
  expect(registry.asked()).toEqual(['bundler', 'ledger', 'nested'])
  expect(hasRunNpm()).toBe(false)
  expect(['linter', 'nested', 'elsewhere'].filter((name) => existsSync(packageOf(name)))).toEqual([])
})

test('a second start installs and builds nothing', async () => {
  await run('start')
  registry.asked()
  expect(await run('start')).toEqual({
    code: 0,
    output: 'service with ledger 1.0.0 and nested 2.0.0\n',
    errors: '',
  })
  expect(registry.asked()).toEqual([])
})

test('a start after a change of the portal builds it anew, with the packages that are there', async () => {
  await run('start')
  registry.asked()
  writeFileSync(join(checkout.folder, 'packages/portal/src/one.ts'), 'changed')
  const { output, errors } = await run('start')
  expect([output, errors]).toEqual(['service with ledger 1.0.0 and nested 2.0.0\nportal: built\n', ''])
  expect(registry.asked()).toEqual([])
})

test('what cannot be fetched at once is left to npm', async () => {
  registry.failNext('refuse')
  const { output, errors } = await run('start')
  expect(output).toContain('service with ledger 1.0.0 and nested 2.0.0')
  expect(errors).toBe('Installing packages …\n')
  expect(hasRunNpm()).toBe(true)
})

test('a release has the same files where its packages could not be fetched at once', async () => {
  vi.stubEnv('npm_config_registry', registry.url)
  const made = async (name: string) => {
    const release = join(checkout.folder, name)
    const cache = join(checkout.folder, `cache-${name}`)
    vi.stubEnv('npm_config_cache', cache)
    mkdirSync(release)
    for (const list of ['package.json', 'package-lock.json'])
      cpSync(join(checkout.folder, list), join(release, list))
    await installRelease(checkout.folder, release, { os: 'linux', cpu: 'arm64', libc: () => 'glibc' })
    const files = readdirSync(release, { recursive: true, encoding: 'utf8' }).toSorted()
    return { files, hasRunNpm: existsSync(join(cache, '_logs')) }
  }
  const fetched = await made('fetched')
  expect(fetched.files).toContain('packages/server/node_modules/nested/package.json')
  registry.failNext('refuse')
  expect([fetched.hasRunNpm, await made('installed')]).toEqual([false, { ...fetched, hasRunNpm: true }])
})

test('an installation that is ended does not go on with npm', async () => {
  registry.failNext('hold')
  const start = checkout.run('start')
  await expect.poll(registry.asked).not.toEqual([])
  start.child.kill('SIGTERM')
  const { code, errors } = await start.ended
  expect(code).toBe(1)
  expect(errors).toContain('The installation was interrupted. Run the command again.')
  expect(hasRunNpm()).toBe(false)
})

test('a service whose portal cannot be built runs on, and hears why', async () => {
  writeFileSync(join(checkout.folder, 'packages/portal/build.ts'), 'process.exit(7)')
  const { code, output } = await run('start')
  expect(code).toBe(0)
  expect(output).toContain('portal: The portal could not be built (its build ended with 7).')
})

test('the check adds its packages to those that a running program uses', async () => {
  const shop = checkout.run('shop')
  await shop.waitForOutput(/open/)
  const { ino } = statSync(packageOf('ledger'))
  registry.asked()
  const { output, errors } = await run('check')
  expect([output, errors]).toEqual(['linter 1.0.0 nested 1.0.0\n', 'Installing packages …\n'])
  expect(registry.asked()).toEqual(['bundler', 'linter', 'nested'])
  expect(statSync(packageOf('ledger')).ino).toBe(ino)
  shop.child.kill('SIGTERM')
  expect((await shop.ended).output).toBe('open\nledger 1.0.0\n')
})

test('other versions are installed only when no program uses the old ones', async () => {
  const shop = checkout.run('shop')
  await shop.waitForOutput(/open/)
  checkout.lock({ ledger: '1.1.0' })
  const refused = await run('start')
  expect([refused.code, refused.output]).toEqual([1, ''])
  expect(refused.errors).toMatch(
    /have to be installed anew, and process \d+ \("npm run shop"\) is using them/,
  )
  shop.child.kill('SIGTERM')
  expect((await shop.ended).output).toBe('open\nledger 1.0.0\n')
  expect((await run('start')).output).toContain('service with ledger 1.1.0 and nested 2.0.0')
})

test('a package with another hash than the locked one is not installed', async () => {
  const file = join(checkout.folder, 'package-lock.json')
  const other = registry.entryOf('bundler').integrity
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(registry.entryOf('ledger').integrity, other))
  const { code, output, errors } = await run('start')
  expect([code, output]).toEqual([1, ''])
  expect(errors).toContain('EINTEGRITY')
  expect(errors).toContain('The packages could not be installed')
  expect(existsSync(packageOf('ledger'))).toBe(false)
})
