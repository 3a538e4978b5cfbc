import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chosenPort } from '@goodword/server/start/free-port'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { afterAll, expect, test, vi } from 'vitest'
import { deliverRelease, makeRelease } from './made-releases.ts'

// The commands of the guides under systemd, with folders of this test in place of those of a machine, and with programs in
// place of `systemctl` and `sudo` that carry out their arguments.

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')
const { folder, remove } = await makeDataFolder('goodword-upgrade-guide-')
const installed = join(folder, 'opt/goodword')
const port = await chosenPort(0, '127.0.0.1')
const programs = join(folder, 'bin')
const path = `${programs}:${dirname(process.execPath)}:${process.env.PATH}`
const calls = join(folder, 'calls')
const unit = join(folder, 'etc/systemd/system/goodword.service')

const here = (text: string) =>
  text
    .replaceAll(/(?<![\w/])\/(opt|var\/lib|etc|srv|usr\/local)\//g, (_, place) => `${folder}/${place}/`)
    .replaceAll('/usr/bin/node', process.execPath)

/** The settings of a unit that was loaded, as systemd reads them. */
const SYSTEMCTL = `#!/bin/sh
set -eu
echo "$*" >> '${calls}'
setting() { sed -n "s/^$1=//p" '${folder}/loaded'; }
start() {
  cd "$(setting WorkingDirectory)"
  file=$(setting EnvironmentFile)
  setsid env -i PATH='${path}' $(setting Environment) $(sed '/^#/d' "\${file#-}") $(setting ExecStart) >> '${folder}/service.log' 2>&1 &
  echo $! > '${folder}/pid'
}
stop() {
  pid=$(cat '${folder}/pid')
  kill -TERM "$pid" 2> /dev/null || true
  while grep -qs 'State:.[^Z]' "/proc/$pid/status"; do sleep 0.1; done
}
case "$*" in
  daemon-reload) cp '${unit}' '${folder}/loaded' ;;
  'enable --now goodword' | 'start goodword') start ;;
  'stop goodword') stop ;;
  'reset-failed goodword') ;;
  *) echo "no such command: $*" >&2; exit 64 ;;
esac
`

/** Calls the operator's command where the guide has linked it, with the unit of this test. */
const SUDO = `#!/bin/sh
[ "$1" = goodword-server ] || { echo "no such command: $*" >&2; exit 64; }
shift
exec '${folder}/usr/local/bin/goodword-server' --unit '${unit}' "$@"
`

mkdirSync(programs)
for (const [name, text] of [
  ['systemctl', SYSTEMCTL],
  ['sudo', SUDO],
] as const) {
  writeFileSync(join(programs, name), text)
  chmodSync(join(programs, name), 0o755)
}
for (const place of ['opt', 'var/lib/goodword', 'etc/systemd/system', 'srv', 'usr/local/bin'])
  mkdirSync(join(folder, place), { recursive: true })
afterAll(async () => {
  if (existsSync(join(folder, 'pid'))) await run(join(programs, 'systemctl'), ['stop', 'goodword'])
  await remove()
})

const guide = readFileSync(join(root, 'docs/guides/operating.md'), 'utf8')
/** The blocks of a part of the guide that are for a shell. */
const commandsOf = (heading: string) => {
  const [, part = ''] = guide.split(`\n${heading}\n`)
  const blocks = part.split(/\n##/)[0]?.matchAll(/```text\n([\s\S]*?)```/g) ?? []
  return [...blocks].map(([, text = '']) => here(text))
}
const shell = (commands: string) => {
  const env = { PATH: path, HOME: folder }
  return run('sh', ['-euc', commands], { cwd: folder, env, maxBuffer: 2 ** 26 })
}
const waitUntilReady = () =>
  vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: 300_000,
    interval: 200,
  })
/** The folder of the release that serves. */
const serving = () => basename(readlinkSync(`/proc/${readFileSync(join(folder, 'pid'), 'utf8').trim()}/cwd`))
const takeCalls = () => {
  const lines = readFileSync(calls, 'utf8').trim().split('\n')
  writeFileSync(calls, '')
  return lines
}

/** Puts a release where the guide says, beside the list of its checksums. */
function deliver(version: string): void {
  const tarball = deliverRelease(join(folder, 'made'), { version })
  const name = `goodword-${version}-linux-x64.tar.gz`
  renameSync(tarball, join(folder, 'srv', name))
  writeFileSync(
    join(folder, 'srv/SHA256SUMS'),
    execFileSync('sha256sum', [name], { cwd: join(folder, 'srv') }),
  )
}

test('the commands of the guide install a unit, put releases beside each other, upgrade twice and go back, by systemctl', async () => {
  const [install = ''] = commandsOf('## Under systemd')
  const [layout = '', move = '', upgrade = '', ...others] = commandsOf('### With one command')
  expect(others).toEqual([])
  makeRelease(installed, { version: '0.1.0' })
  cpSync(join(root, 'deploy'), join(installed, 'deploy'), { recursive: true })
  const unitOfTree = join(installed, 'deploy/goodword.service')
  writeFileSync(unitOfTree, here(readFileSync(unitOfTree, 'utf8')))
  // The user, the clone and its packages are of the machine; another test does the last two.
  const lines = install.split('\n').filter((it) => !/^useradd |^git clone |^cd .* npm ci /.test(it))
  const start = lines.findIndex((it) => it.startsWith('systemctl '))
  await shell([`cd ${installed}`, ...lines.slice(0, start)].join('\n'))
  appendFileSync(join(folder, 'etc/goodword.env'), `PORT=${port}\nRATE_LIMITS=off\n`)
  await shell(lines.slice(start).join('\n'))
  await waitUntilReady()
  expect([serving(), takeCalls()]).toEqual(['goodword', ['daemon-reload', 'enable --now goodword']])

  await shell(move)
  await waitUntilReady()
  expect([serving(), takeCalls()]).toEqual(['first', ['stop goodword', 'daemon-reload', 'start goodword']])
  for (const [, place = ''] of layout.matchAll(/^(\S+\/current|\S+\/releases)\b/gm))
    expect(existsSync(place)).toBe(true)

  const byDefault = ['stop goodword', 'reset-failed goodword', 'start goodword']
  deliver('0.2.0')
  const first = await shell(upgrade)
  expect(JSON.parse(first.stdout)).toMatchObject({ release: '0.2.0', before: '0.1.0', reason: null })
  expect(first.stderr).not.toContain('Removed')
  const second = serving()
  expect([readlinkSync(join(installed, 'current')), takeCalls()]).toEqual([`releases/${second}`, byDefault])

  deliver('0.3.0')
  const later = await shell(upgrade.replace('0.2.0', '0.3.0'))
  expect(JSON.parse(later.stdout)).toMatchObject({ release: '0.3.0', before: '0.2.0', reason: null })
  expect(later.stderr).toContain(
    `Removed the release 0.1.0, which is not needed any more: ${installed}/releases/first\n`,
  )
  expect(readdirSync(join(installed, 'releases')).toSorted()).toEqual([second, serving()].toSorted())
  expect(takeCalls()).toEqual(byDefault)

  const back = await shell(upgrade.replace(/upgrade \S+/, 'rollback'))
  expect(JSON.parse(back.stdout)).toMatchObject({ release: '0.2.0', before: '0.3.0', restored: false })
  expect([serving(), takeCalls()]).toEqual([second, byDefault])
  const log = readFileSync(join(installed, 'upgrade/upgrade.log'), 'utf8')
  expect(log).toContain('Removed the release 0.1.0')
})

if (spawnSync('systemd-analyze', ['--version']).error === undefined) {
  test('systemd finds nothing wrong with the unit, before and after it is changed for upgrades', () => {
    const [, move = ''] = commandsOf('### With one command')
    const change =
      move.split('\n').find((it) => it.startsWith('sed ')) ?? expect.fail('the guide changes no unit')
    const verify = (...changes: readonly string[]) => {
      writeFileSync(unit, here(readFileSync(join(root, 'deploy/goodword.service'), 'utf8')))
      for (const it of changes) execFileSync('sh', ['-euc', it])
      return spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' }).stderr
    }
    expect(verify()).toBe('')
    expect(verify(change)).toBe('')
    expect(readFileSync(unit, 'utf8')).toContain(`\nWorkingDirectory=${installed}/current\n`)
    expect(verify(`sed -i 's/^Type=.*/Type=none/' ${unit}`)).toContain('Failed to parse service type')
  })
} else {
  console.log('not run: systemd-analyze verify, because systemd is not installed')
}
