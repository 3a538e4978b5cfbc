import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './checks/steps.ts'
import { completeInstallation, type Machine, writeReleaseTree } from './release/release-tree.ts'

const machine: Machine = { os: process.platform, cpu: process.arch, libc: () => 'glibc' }

/** Puts links to the packages of this checkout where a release has its own. */
function linkPackages(release: string): void {
  const { packages } = JSON.parse(readFileSync(join(release, 'package-lock.json'), 'utf8'))
  const folders = Object.keys(packages).filter(
    (it) => it.includes('node_modules/') && packages[it].link !== true,
  )
  // A folder inside another one is linked with it.
  for (const folder of folders.filter((it) => it.split('node_modules/').length === 2)) {
    mkdirSync(dirname(join(release, folder)), { recursive: true })
    symlinkSync(join(root, folder), join(release, folder))
  }
  completeInstallation(release, packages, machine)
}

/** Starts a release without a registry, looks at its pages and stops it. */
async function tryRelease(release: string, home: string): Promise<void> {
  const env = { HOME: home, PORT: '0', DEMO: 'off', npm_config_registry: 'http://127.0.0.1:1/' }
  const start = startNode(['scripts/bootstrap.mjs', 'start'], { env, cwd: release })
  // After a failure too: the service ends with it.
  onTestFinished(() => void start.child.kill('SIGKILL'))
  const [, url = ''] = await start.waitForOutput(/"baseUrl":"([^"]+)"/)
  const page = await fetch(`${url}/portal/`)
  expect(page.status).toBe(200)
  const [, script = ''] = /src="([^"]+[.]js)"/.exec(await page.text()) ?? []
  const built = readFileSync(join(release, script.replace('/portal', 'packages/portal/dist')), 'utf8')
  expect(await (await fetch(new URL(script, page.url))).text()).toBe(built)
  const guide = await fetch(`${url}/docs/guides/quick-start`)
  expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining('<h1 id="quick-start"')])
  start.child.kill('SIGTERM')
  const { code, output, errors } = await start.ended
  expect([code, errors]).toEqual([0, ''])
  expect(output).not.toContain('portal is built')
}

/** Calls the command of an installed release by a link and from another folder, with the settings of its unit. */
function runServerCommand(release: string, folder: string, ...args: readonly string[]): string {
  const link = join(folder, 'goodword-server')
  if (!existsSync(link)) symlinkSync(join(release, 'bin/goodword-server'), link)
  const unit = join(folder, 'goodword.service')
  writeFileSync(unit, `[Service]\nEnvironment=DATA_DIR=${join(release, '.data')}\n`)
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const call = { cwd: '/', env: { HOME: folder, PATH: path, PORT: '0' }, encoding: 'utf8' } as const
  return execFileSync(link, ['--unit', unit, ...args], call)
}

test('a release that is unpacked elsewhere serves its portal and its documentation from the first answer on, and builds and installs nothing, and its command works from any folder', async () => {
  const folder = temporaryFolder()
  const release = join(folder, 'goodword')
  mkdirSync(release)
  writeReleaseTree(release, machine)
  linkPackages(release)
  await tryRelease(release, folder)
  expect(JSON.parse(runServerCommand(release, folder, 'tenant', 'list'))).toEqual({ tenants: [] })
  expect(runServerCommand(release, folder, '--help')).toMatch(
    /^Usage: goodword-server <command>\n\n {2}start /,
  )
  const { version } = JSON.parse(readFileSync(join(release, 'package.json'), 'utf8'))
  expect(runServerCommand(release, folder, '--version')).toBe(`${version}\n`)
  const parts = readdirSync(release, { recursive: true, encoding: 'utf8' })
  const ofTests = /(?:^|\/)[.]git|[.]test[.]ts$|\/src\/testing(?:\/|$)|^(?:e2e|lab)/
  expect(parts.filter((it) => ofTests.test(it) && !it.includes('node_modules'))).toEqual([])
  expect(existsSync(join(release, 'node_modules/vitest'))).toBe(false)
})

// Minutes, and packages for two machines: npm run test:all -- release
if (process.env.GOODWORD_TRIALS === 'long') {
  test('the command makes the same release twice, and its tarball starts without a registry', () => {
    const folder = temporaryFolder()
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const make = (name: string) => {
      const args = ['scripts/bootstrap.mjs', 'release', version, '--draft', '--out', join(folder, name)]
      execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' })
      return readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8')
    }
    const sums = make('first')
    expect(make('second')).toBe(sums)
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], {
      cwd: join(folder, 'first'),
    })
    const tarball = join(folder, 'first', `goodword-${version}-linux-${process.arch}.tar.gz`)
    execFileSync('tar', ['-xzf', tarball], { cwd: folder })
    return tryRelease(join(folder, `goodword-${version}`), join(folder, 'no-home'))
  })
}
