import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenPort } from '../../start/free-port.ts'
import { runCommand } from '../../testing/run-command.ts'

const home = temporaryFolder()
const port = await chosenPort(0, '127.0.0.1')

beforeAll(() => {
  mkdirSync(join(home, 'data'))
  makeRelease(join(home, 'releases/goodword-0.2.0'), '0.2.0')
  symlinkSync('releases/goodword-0.2.0', join(home, 'current'))
  execFileSync('sh', ['-c', start()])
})

afterAll(() => {
  execFileSync('sh', ['-c', stop()])
})

/** A program that answers `/readyz` as the service does. */
const SERVICE = `import { createServer } from 'node:http'
createServer((_, answer) => answer.end('{"status":"ok","checks":{}}')).listen(Number(process.argv[2]), '127.0.0.1')`
const BROKEN = `throw new Error('broken')`
/** The commands of the new release that an upgrade runs. */
const COMMANDS = `import { writeFileSync } from 'node:fs'
const [name, file] = process.argv.slice(2)
if (name === 'backup') writeFileSync(file, '')
console.log('{}')`

function makeRelease(at: string, version: string, migrations: readonly string[] = [], main = SERVICE): void {
  mkdirSync(join(at, 'packages/server/migrations'), { recursive: true })
  mkdirSync(join(at, 'packages/server/src/cli'), { recursive: true })
  mkdirSync(join(at, 'node_modules'))
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'goodword', version, type: 'module' }))
  writeFileSync(join(at, 'packages/server/src/main.ts'), main)
  writeFileSync(join(at, 'packages/server/src/cli/main.ts'), COMMANDS)
  for (const name of ['0001_database', ...migrations])
    writeFileSync(join(at, 'packages/server/migrations', `${name}.sql`), '')
}

/** Upgrades to a release that is made for it, and returns what the command writes. */
async function upgrade(version: string, migrations: readonly string[], main = SERVICE) {
  const place = join(home, `delivered-${version}`)
  makeRelease(join(place, `goodword-${version}`), version, migrations, main)
  const tarball = `goodword-${version}.tar.gz`
  execFileSync('tar', ['-czf', tarball, `goodword-${version}`], { cwd: place })
  writeFileSync(join(place, 'SHA256SUMS'), execFileSync('sha256sum', [tarball], { cwd: place }))
  return run('upgrade', join(place, tarball), '--ready-seconds', '1')
}

async function run(...args: readonly string[]) {
  const env = { DATA_DIR: join(home, 'data'), PORT: `${port}`, PATH: process.env.PATH ?? '' }
  const { code, output, errors } = await runCommand(
    env,
    ...args,
    ...['--home', home, '--start', start(), '--stop', stop()],
  )
  return { code, answer: output === '' ? null : JSON.parse(output), errors }
}

function start(): string {
  return `cd ${home}/current && { "${process.execPath}" packages/server/src/main.ts ${port} > ${home}/log 2>&1 & echo $! > ${home}/pid; }`
}

/** Waits for its end: a process that has ended may still be in the list of processes. */
function stop(): string {
  return `pid=$(cat ${home}/pid); kill -TERM $pid 2>/dev/null; while grep -qs 'State:.[^Z]' /proc/$pid/status; do sleep 0.02; done`
}

const releases = () =>
  readdirSync(join(home, 'releases'))
    .map((it) => it.replace(/-[0-9a-f]{12}$/, ''))
    .toSorted()

test('upgrades that fail leave the way back of the one before them, and their releases are removed', async () => {
  expect(await upgrade('0.2.1', ['0002_more'])).toMatchObject({ code: 0, answer: { release: '0.2.1' } })
  const failed = await upgrade('0.2.2', ['0002_more'], BROKEN)
  expect(failed).toMatchObject({ code: 1, answer: { release: '0.2.1', before: '0.2.2', restored: false } })
  expect(failed.errors).toContain('"rollback" still goes back to 0.2.0: ')
  expect(releases()).toEqual(['goodword-0.2.0', 'goodword-0.2.1'])

  // Works for 0.2.1, which has the migration that it needs, and not for 0.2.0.
  const other = await upgrade('0.2.3', ['0002_more', '0003_less_needs_0002'], BROKEN)
  expect(other.answer).toMatchObject({ release: '0.2.1', before: '0.2.3', restored: false })
  const refused = await run('rollback')
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('everything written since then is lost'),
  })
  expect(await run('rollback', '--yes')).toMatchObject({
    code: 0,
    answer: { release: '0.2.0', restored: true },
  })
  expect(readlinkSync(join(home, 'current'))).toBe('releases/goodword-0.2.0')
  expect(await run('rollback')).toMatchObject({ code: 1, errors: 'There is no upgrade to go back from.\n' })
})
