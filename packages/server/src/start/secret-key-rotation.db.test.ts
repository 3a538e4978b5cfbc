import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { TenantPair } from '../administration/tenants/create-tenant.ts'
import { nextSecretKeyFile, previousSecretKeyFile, secretKeyFile } from '../engine/secrets/secret-key.ts'
import { INSTANCE_HEADER } from '../frame/http/server/health.ts'
import { makeDataFolder } from '../testing/database/data-folder.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../testing/program.ts'
import { runCommand } from '../testing/run-command.ts'
import { signUser } from '../testing/sign.ts'
import { basic } from '../testing/test-service.ts'

const running: Program[] = []
afterAll(() => endPrograms(running, 'SIGKILL'))

type Environment = Readonly<Record<string, string>>

async function start(env: Environment): Promise<{ readonly program: Program; readonly url: string }> {
  const program = startProgram('main.ts', { ...env, RATE_LIMITS: 'off', ALLOW_LOCAL_TARGETS: 'on' })
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  return { program, url }
}

async function stop({ program }: { readonly program: Program }): Promise<void> {
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(0)
}

const ROTATE = ['secret-key', 'rotate', '--settle', '0']
/** It waits for longer than the test takes. */
const ROTATE_AND_WAIT = ['secret-key', 'rotate', '--settle', '9999']

/** The secret key that a process uses, without the key itself. */
async function keyInUse(url: string): Promise<string | null> {
  return (await fetch(`${url}/readyz`)).headers.get(INSTANCE_HEADER)
}

/** Waits until processes use another key than before. */
async function untilRotated(urls: readonly string[], before: string | null): Promise<void> {
  for (const url of urls) await expect.poll(() => keyInUse(url)).not.toBe(before)
}

const BETWEEN_ROUNDS_MS = 50

type Traffic = {
  /** Waits until every process has answered requests that came after this call. */
  readonly goesOn: () => Promise<void>
  /** Returns what went wrong. */
  readonly end: () => Promise<readonly string[]>
}

/** Signs and writes secrets again and again, at whatever processes there are, until it is ended. */
function traffic(urls: () => readonly string[], { alias, apiKey, signingKey }: TenantPair['test']): Traffic {
  const problems: string[] = []
  let isEnding = false
  let rounds = 0
  const headers = { authorization: basic(`${apiKey}:`), 'content-type': 'application/json' }
  const send = async (url: string, path: string, body: object, own: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}/api/v1/${alias}${path}`, {
      method: 'POST',
      headers: { ...headers, ...own },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status >= 300) problems.push(`${path} ${answer.status} ${text}`)
    return text
  }
  const webhooks: string[] = []
  async function round(url: string): Promise<void> {
    rounds += 1
    const ids = { accountId: `account_${rounds % 20}`, id: `user_${rounds % 20}` }
    await send(
      url,
      '/open/identify',
      { account_id: ids.accountId, user_id: ids.id },
      {
        authorization: `Bearer ${signUser(signingKey, ids)}`,
      },
    )
    if (webhooks.length < 5) {
      const made = await send(url, '/webhooks', { url: `http://127.0.0.1:1/${randomUUID()}` }, {})
      webhooks.push(JSON.parse(made).id)
    }
    const key = { 'idempotency-key': randomUUID() }
    const path = `/webhooks/${webhooks[rounds % webhooks.length]}/rotate`
    const first = await send(url, path, {}, key)
    const repeated = await send(urls()[0] ?? url, path, {}, key)
    if (first !== repeated) problems.push(`${first} is not ${repeated}`)
  }
  const done = (async () => {
    while (!isEnding) {
      for (const url of urls()) {
        await round(url).catch((error: unknown) => {
          // A process that was just stopped.
          if (urls().includes(url)) problems.push(String(error))
        })
      }
      // The service under test needs the processors too.
      await pause(BETWEEN_ROUNDS_MS)
    }
  })()
  return {
    async goesOn() {
      const enough = rounds + 2 * urls().length
      await expect.poll(() => rounds).toBeGreaterThan(enough)
    },
    async end() {
      isEnding = true
      await done
      return problems
    },
  }
}

test('two processes serve without an error while the key is rotated, and the command is killed and run again', async () => {
  const { env, drop } = await makeEnvironment()
  onTestFinished(drop)
  const { SECRET_KEY: earlier = '', ...settings } = env
  const later = randomBytes(32).toString('hex')
  const both = { ...settings, SECRET_KEY: later, SECRET_KEY_PREVIOUS: earlier }
  const onlyLater = { ...settings, SECRET_KEY: later }
  const { test: keys }: TenantPair = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
  let processes = [await start(env), await start(env)]
  const requests = traffic(() => processes.map((it) => it.url), keys)
  const restart = async (next: Environment) => {
    for (const old of processes) {
      const one = await start(next)
      processes = [...processes.filter((it) => it !== old), one]
      await stop(old)
    }
  }
  // A process that does not get the new key: it stops when the others begin to use that.
  const left = await start(env)
  await restart(both)
  expect(JSON.parse((await runCommand(both, 'doctor')).output).checks).toContainEqual(
    expect.objectContaining({ name: 'secret key of the database', ok: false }),
  )

  const urls = processes.map((it) => it.url)
  const before = await keyInUse(left.url)
  const killed = startProgram('cli/main.ts', both, { args: ROTATE_AND_WAIT })
  expect(await left.program.ended).toMatchObject({
    code: 78,
    errors: expect.stringMatching(
      /^The secret key does not match|^The secret key of this database was rotated/,
    ),
  })
  await untilRotated(urls, before)
  await requests.goesOn()
  killed.child.kill('SIGKILL')
  await killed.ended
  expect((await runCommand(both, 'doctor')).output).toContain('A rotation has begun and not ended')
  const rotated = await runCommand(both, ...ROTATE)
  expect(rotated).toMatchObject({ code: 0, errors: expect.stringMatching(/^(Everything is .*\n)?$/) })
  expect(JSON.parse(rotated.output)).toMatchObject({ unreadable: 0, earlierUrls: [] })
  expect(await startProgram('main.ts', env).ended).toMatchObject({
    code: 78,
    errors: expect.stringMatching(/^The secret key/),
  })
  await restart(onlyLater)
  await requests.goesOn()
  expect(await requests.end()).toEqual([])
  // Nothing was written that only the earlier key opens.
  expect(
    JSON.parse((await runCommand({ ...settings, SECRET_KEY: later }, 'doctor')).output).checks,
  ).toContainEqual({
    name: 'secret key of the database',
    ok: true,
    message: expect.stringMatching(/^It matches the database/),
  })
  expect(JSON.parse((await runCommand(both, ...ROTATE)).output)).toMatchObject({
    from: null,
    reencrypted: 0,
    unreadable: 0,
  })
  expect((await runCommand(onlyLater, ...ROTATE)).errors).toMatch(/^SECRET_KEY is the key in use\. /)
  await Promise.all(processes.map(stop))
})

test('with the embedded database, the command makes the key itself, also beside a running service', async () => {
  const { folder, remove } = await makeDataFolder('goodword-rotation-')
  onTestFinished(remove)
  const env = { DATA_DIR: folder, PORT: '0', DEMO: 'off' }
  let process = await start(env)
  const { test: keys }: TenantPair = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
  const requests = traffic(() => [process.url], keys)
  const earlier = await readFile(secretKeyFile(folder), 'utf8')

  const before = await keyInUse(process.url)
  const killed = startProgram('cli/main.ts', env, { args: ROTATE_AND_WAIT })
  await expect.poll(() => readdir(folder)).toContain('secret-key.next')
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = await readFile(nextSecretKeyFile(folder), 'utf8')
  const waiting = startProgram('cli/main.ts', env, { args: ROTATE_AND_WAIT })
  await untilRotated([process.url], before)
  await requests.goesOn()
  waiting.child.kill('SIGKILL')
  await waiting.ended
  const rotated = await runCommand(env, ...ROTATE)
  expect(rotated).toMatchObject({ code: 0, errors: expect.stringMatching(/^(Everything is .*\n)?$/) })
  expect(JSON.parse(rotated.output)).toMatchObject({ unreadable: 0, advice: expect.stringContaining(folder) })
  expect(await readFile(secretKeyFile(folder), 'utf8')).toBe(next)
  expect(await readFile(previousSecretKeyFile(folder), 'utf8')).toBe(earlier)
  // A command that is killed may leave a draft, whose name has numbers.
  const keyFiles = (await readdir(folder)).filter((it) => /^secret-key(\.[a-z]+)?$/.test(it))
  expect(keyFiles.sort()).toEqual(['secret-key', 'secret-key.previous'])
  for (const file of [secretKeyFile(folder), previousSecretKeyFile(folder)]) {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
  await requests.goesOn()
  expect(await requests.end()).toEqual([])
  // It knows the running service by the new key.
  const doctor = await runCommand({ ...env, PORT: new URL(process.url).port }, 'doctor')
  expect(JSON.parse(doctor.output).checks).toContainEqual(
    expect.objectContaining({ name: 'service', ok: true, message: expect.stringMatching(/^It runs at /) }),
  )
  await stop(process)

  process = await start(env)
  const again = traffic(() => [process.url], keys)
  await expect.poll(() => fetch(`${process.url}/readyz`).then((it) => it.status)).toBe(200)
  expect(await again.end()).toEqual([])
  await stop(process)
  const withEarlier = await startProgram('main.ts', { ...env, SECRET_KEY: earlier.trim() }).ended
  expect(withEarlier).toMatchObject({ code: 78, errors: expect.stringContaining('was rotated') })
})
