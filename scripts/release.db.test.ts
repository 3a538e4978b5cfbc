import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './checks/steps.ts'
import { packRelease } from './release.ts'

test('a release that is unpacked elsewhere serves its portal and its documentation from the first answer on, and builds nothing', async () => {
  const folder = temporaryFolder()
  const tarball = packRelease(folder)
  expect(readdirSync(folder)).toEqual([tarball])
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  const release = join(folder, tarball.replace('.tar.gz', ''))
  // As its own installation would place them.
  symlinkSync(join(root, 'node_modules'), join(release, 'node_modules'))
  symlinkSync(join(root, 'packages/server/node_modules'), join(release, 'packages/server/node_modules'))
  const env = { HOME: folder, PORT: '0', DEMO: 'off', npm_config_registry: 'http://127.0.0.1:1/' }
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
  expect(existsSync(join(release, '.git'))).toBe(false)
})
