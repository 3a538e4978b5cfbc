import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startNode } from '@goodword/testing/node-program'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')
const folder = temporaryFolder()
const installed = join(folder, 'opt')
const dataDir = join(folder, 'data')

/**
 * In the long form the packages are installed and the portal is built, which takes a minute. Otherwise those of this tree are linked.
 */
const isInstalled = process.env.GOODWORD_TRIALS === 'long'
const links = `cd ${installed}
mkdir node_modules
ln -s ${root}/node_modules/* node_modules
rm node_modules/@goodword
cp -a ${root}/node_modules/@goodword node_modules
ln -s ${root}/packages/server/node_modules packages/server
node ${root}/packages/portal/build.ts --if-stale
ln -s ${root}/packages/portal/dist packages/portal`

/** A guide or a unit with the folders of this test instead of those of a machine. */
async function here(file: string): Promise<string> {
  const text = await readFile(join(root, file), 'utf8')
  return text.replaceAll('/opt/goodword', installed).replaceAll('/var/lib/goodword', dataDir)
}

test('the commands of the guide for systemd install a service whose portal works, with the start of its unit', async () => {
  const guide = await here('docs/guides/operating.md')
  const [, block = ''] = /## Under systemd\n[\s\S]*?```text\n([\s\S]*?)```/.exec(guide) ?? []
  // Commands that need root on a real machine are replaced: the user, the settings and the unit are given below.
  const isOfTheMachine = /^(useradd|install|cp|ln|systemctl) /
  const commands = block
    .trim()
    .split('\n')
    .filter((line) => !isOfTheMachine.test(line))
  const [clone = '', install] = commands
  expect(commands).toEqual([clone, install])
  expect(install).toBe(`cd ${installed} && npm ci && node packages/portal/build.ts && npm prune --omit=dev`)
  const path = `${resolve(process.execPath, '..')}:${process.env.PATH}`
  const script = [clone.replace('<this repository>', root), isInstalled ? install : links].join('\n')
  await run('sh', ['-euc', script], { env: { ...process.env, PATH: path, NODE_ENV: '' }, maxBuffer: 2 ** 26 })

  const unitText = await here('deploy/goodword.service')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unitText)?.[1] ?? ''
  const [program, ...args] = settingOf('ExecStart').split(' ')
  expect(program).toBe('/usr/bin/node')
  const settings = settingOf('Environment')
    .split(' ')
    .map((it) => it.split('=') as [string, string])
  expect(Object.fromEntries(settings)).toEqual({ DATA_DIR: dataDir, DEMO: 'off' })
  const env = { ...Object.fromEntries(settings), PATH: path, PORT: '0' }
  const service = startNode(args, { env, cwd: settingOf('WorkingDirectory') })
  try {
    const [, url] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
    await service.waitForOutput(/"msg":"service started"/)
    const page = await fetch(`${url}/portal/`)
    expect(page.status).toBe(200)
    const [, source = ''] = /<script[^>]+src="([^"]+)"/.exec(await page.text()) ?? []
    const asset = await fetch(new URL(source, `${url}/portal/`))
    expect({ status: asset.status, type: asset.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringContaining('javascript'),
    })
    const unit = join(folder, 'goodword.service')
    await writeFile(unit, unitText.replace(/^User=.*$/m, `User=${userInfo().username}`))
    const commandArgs = ['--unit', unit, 'tenant', 'create', 'acme']
    const created = await run(join(installed, 'bin/goodword-server'), commandArgs, {
      cwd: '/',
      env: { PATH: path },
    })
    expect(JSON.parse(created.stdout)).toMatchObject({ live: { alias: 'acme' } })
  } finally {
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
  }
})
