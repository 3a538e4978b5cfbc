import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chosenPort } from '@goodword/server/start/free-port'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { compileCache, type Ended, watchProcess } from '@goodword/testing/node-program'
import { afterAll, expect, test, vi } from 'vitest'
import { deliverRelease, makeRelease, NEVER_READY } from './made-releases.ts'

const { folder, remove } = await makeDataFolder('goodword-upgrade-')
const home = join(folder, 'opt')
const port = await chosenPort(0, '127.0.0.1')
const url = `http://127.0.0.1:${port}`
const env = {
  ...{ PATH: process.env.PATH ?? '', ...compileCache, HOME: folder },
  ...{ DATA_DIR: join(folder, 'data'), PORT: `${port}`, DEMO: 'off', RATE_LIMITS: 'off' },
}
const first = { version: '0.2.0' }
const table = (name: string) => `create table app.${name} (id uuid primary key);`
const later = { '9001_later': table('made_later') }

/** Starts and stops the service as systemd does. A zombie process counts as ended. */
const start = `cd ${home}/current && { setsid "${process.execPath}" packages/server/src/main.ts >> ${home}/service.log 2>&1 & echo $! > ${home}/pid; }`
const stop = `pid=$(cat ${home}/pid); kill -TERM $pid 2>/dev/null; while grep -qs 'State:.[^Z]' /proc/$pid/status; do sleep 0.1; done`

makeRelease(join(home, 'releases/goodword-0.2.0'), first)
symlinkSync('releases/goodword-0.2.0', join(home, 'current'))

const isOver = { value: false }
afterAll(async () => {
  isOver.value = true
  await once(spawn('sh', ['-c', stop]), 'exit')
  const log = await readFile(join(home, 'upgrade/upgrade.log'), 'utf8')
  for (const [, aside = ''] of log.matchAll(/was moved to (\S+)/g))
    await rm(aside, { recursive: true, force: true })
  await remove()
})

function command(...args: readonly string[]) {
  // As root the folder of the release that is in use is that of another user in production; the command is its.
  const program = join(home, 'releases/goodword-0.2.0/packages/server/src/cli/main.ts')
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, ...watchProcess(child) }
}

const options = ['--start', start, '--stop', stop]

test('releases come into use and go out of it while a client writes, and nothing acknowledged is lost', async () => {
  await once(spawn('sh', ['-c', start], { env }), 'exit')
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeout: 120_000 })
  const { output } = await command('tenant', 'create', 'acme').ended
  const client = clientOf(JSON.parse(output).live.apiKey)
  const acknowledged: string[] = []
  const writing = writeUntilOver(client, acknowledged)
  const deliver = (release: Parameters<typeof deliverRelease>[1]) =>
    deliverRelease(join(folder, 'delivered'), release)

  const newer = deliver({ version: '0.3.0', migrations: later })
  for (const step of ['Backing up to', 'Stopping 0.2.0', 'Migrating', 'Starting 0.3.0'])
    await killAt(step, 'upgrade', newer, ...options)
  const upgraded = await command('upgrade', newer, ...options).ended
  expect(upgraded.errors).toContain('Going on with the upgrade from 0.2.0 to 0.3.0, which was interrupted.')
  expect(resultOf(upgraded)).toMatchObject({
    code: 0,
    answer: { release: '0.3.0', before: '0.2.0', restored: false, reason: null },
  })
  await expectWriting(acknowledged)

  // The release before, on the schema of the newer one; and forward again.
  const back = await command('rollback', ...options).ended
  expect(back).toMatchObject({
    code: 0,
    errors: expect.stringContaining('The schema stays as the newer release made it'),
  })
  expect(readlinkSync(join(home, 'current'))).toBe('releases/goodword-0.2.0')
  await expectWriting(acknowledged)
  expect(await command('upgrade', newer, ...options).ended).toMatchObject({ code: 0 })
  const current = readlinkSync(join(home, 'current'))

  const broken = deliver({
    version: '0.4.0',
    migrations: { ...later, '9002_more': table('more') },
    main: NEVER_READY,
  })
  const failed = await command('upgrade', broken, ...options, '--ready-seconds', '3').ended
  expect(resultOf(failed)).toMatchObject({
    code: 1,
    answer: {
      release: '0.3.0',
      restored: false,
      reason: expect.stringContaining('Not ready (it is broken)'),
    },
  })
  expect(readlinkSync(join(home, 'current'))).toBe(current)
  await expectWriting(acknowledged)

  const migrations = { ...later, '9002_more': table('more'), '9003_other_needs_9003': table('other') }
  const other = deliver({ version: '0.5.0', migrations, main: NEVER_READY })
  // Killed while the backup is restored, it begins anew.
  await killAt('Restoring', 'upgrade', other, ...options, '--ready-seconds', '3')
  const restored = await command('upgrade', other, ...options, '--ready-seconds', '3').ended
  expect(resultOf(restored)).toMatchObject({
    code: 1,
    answer: { release: '0.3.0', restored: true, reason: expect.stringContaining('Not ready') },
  })
  await expectWriting(acknowledged)

  isOver.value = true
  await writing
  const lost: string[] = []
  for (const id of acknowledged) if (!(await client(`/account/${id}`, null)).ok) lost.push(id)
  console.log(`${acknowledged.length} writes were acknowledged; lost: ${lost.length}`)
  expect(lost).toEqual([])
  writeFileSync(join(folder, 'log'), readFileSync(join(home, 'upgrade/upgrade.log')))
})

/** A command that wrote no answer says why on standard error. */
function resultOf({ code, output, errors }: Ended) {
  return { code, answer: output === '' ? expect.fail(errors) : JSON.parse(output) }
}

/** Kills the command without a warning when it reports a step. */
async function killAt(step: string, ...args: readonly string[]): Promise<void> {
  const { child, ended } = command(...args)
  let errors = ''
  child.stderr.on('data', (piece) => {
    errors += piece
    if (errors.includes(step)) child.kill('SIGKILL')
  })
  const { code } = await ended
  expect({ code, errors }).toEqual({ code: null, errors: expect.stringContaining(step) })
}

type Client = (path: string, body: object | null) => Promise<Response>

function clientOf(apiKey: string): Client {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}`, 'content-type': 'application/json' }
  return (path, body) =>
    fetch(`${url}/api/v1/acme${path}`, {
      headers,
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
}

/** Writes one account after the other, and notes those that were acknowledged. */
async function writeUntilOver(client: Client, acknowledged: string[]): Promise<void> {
  for (let number = 1; !isOver.value; number += 1) {
    const id = `account_${number}`
    const answer = await client('/user', { id: `${id}_user`, accountId: id }).catch(() => null)
    if (answer?.ok === true) acknowledged.push(id)
    await pause(20)
  }
}

async function expectWriting(acknowledged: readonly string[]): Promise<void> {
  const before = acknowledged.length
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 3), { timeout: 60_000 })
}
