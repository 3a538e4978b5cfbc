import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ProgramSettings } from '@goodword/contract/program/program'
import type { KeyId, TenantId } from '@goodword/domain/values/ids'
import { buildPortalIfStale } from '@goodword/testing/build-portal'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { addDomain, checkDomain } from '../../administration/custom-domains/operate-domains.ts'
import { DEMO_MERCHANT } from '../../administration/demo/ensure-demo.ts'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { listKeys } from '../../administration/keys/list-keys.ts'
import { revokeApiKey } from '../../administration/keys/revoke-api-key.ts'
import { changeProgram, mergedSettings } from '../../administration/programs/change-program.ts'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { switchTenant } from '../../administration/tenants/switch-tenant.ts'
import { type Config, type Environment, readConfig } from '../../config.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { parseSecretKey } from '../../engine/secrets/secret-key.ts'
import { actorNamed } from '../../frame/actor.ts'
import { startNameServer } from '../../testing/name-server.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { tenantAt } from '../../testing/test-tenant.ts'
import type { Check } from './check.ts'
import { checkCustomDomains } from './checks/domain-checks.ts'
import { checkLivePrograms } from './checks/live-program-checks.ts'
import { checkLiveSettings } from './checks/live-settings-checks.ts'
import { checkTransport, evaluateTransport } from './checks/transport-check.ts'

const { env, drop } = await makeEnvironment()
const { owner } = await createTestDatabase()
afterAll(drop)

const SECRET = '5'.repeat(64)
const REMOTE = 'postgresql://goodword:secret@db.example.com/goodword'
const readyToStart = {
  BASE_URL: 'https://refer.example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  SECRET_KEY: SECRET,
  DEMO: 'off',
}
const ready = readConfig(readyToStart)
const named = (checks: readonly Check[], name: string) => checks.find((it) => it.name === name)

describe('the settings of a service with real customers', () => {
  test('the settings of a service with real customers pass as the guide on going live has them', () => {
    expect(checkLiveSettings(ready).filter((it) => !it.ok)).toEqual([])
  })

  const faults: readonly [string, Environment, RegExp][] = [
    ['public address', { BASE_URL: '' }, /^BASE_URL is not set/],
    ['public address', { BASE_URL: 'http://refer.example.com' }, /without TLS/],
    ['public address', { BASE_URL: 'https://localhost:4000' }, /only this machine/],
    ['public address', { BASE_URL: 'https://127.1.2.3' }, /only this machine/],
    ['public address', { BASE_URL: 'https://[::1]' }, /only this machine/],
    ['proxies', { TRUSTED_PROXIES: '' }, /^BASE_URL is https and TRUSTED_PROXIES is empty/],
    ['proxies', { TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }, /^TRUSTED_PROXIES has 0\.0\.0\.0\/0/],
    ['proxies', { TRUSTED_PROXIES: '::/0' }, /^TRUSTED_PROXIES has ::\/0/],
    ['rate limits', { RATE_LIMITS: 'off' }, /^RATE_LIMITS is off/],
    ['metrics', { HOST: '0.0.0.0' }, /METRICS_TOKEN is not set/],
    ['secret key copy', { SECRET_KEY: '', DATA_DIR: '/srv/data' }, / \/srv\/data\/secret-key,/],
    ['local targets', { ALLOW_LOCAL_TARGETS: 'on' }, /^ALLOW_LOCAL_TARGETS is on/],
  ]

  test.each(faults)('%s: the check fails with %j, and with nothing else', (name, change, message) => {
    const failed = checkLiveSettings(readConfig({ ...readyToStart, ...change })).filter((it) => !it.ok)
    expect(failed).toEqual([{ name, ok: false, message: expect.stringMatching(message) }])
  })

  test('each check has a setting above that fails it', () => {
    expect([...new Set(faults.map(([name]) => name))]).toEqual(checkLiveSettings(ready).map((it) => it.name))
  })

  test.each([
    { METRICS_TOKEN: '1234567890123456', HOST: '0.0.0.0' },
    { TRUSTED_PROXIES: '10.0.0.0/8,fc00::/7,172.16.0.0/12' },
    { BASE_URL: 'https://localhost.example.com' },
  ])('the settings %j are not refused', (change) => {
    const checks = checkLiveSettings(readConfig({ ...readyToStart, ...change }))
    expect(checks.filter((it) => !it.ok)).toEqual([])
  })
})

describe('the connection to the database', () => {
  const remote = (query = ''): Config =>
    readConfig({ ...readyToStart, DATABASE_URL: `${REMOTE}${query}`, DATABASE_OWNER_URL: REMOTE })
  const over = { isLocal: false, isEncrypted: false }

  test('a connection to the database by a socket counts as one on this machine', async () => {
    expect(await checkTransport(owner, remote())).toMatchObject({ ok: true })
  })

  test('a connection to another machine must be encrypted, with a certificate that is verified', () => {
    expect(evaluateTransport(remote(), over)).toMatchObject({
      ok: false,
      message: expect.stringContaining('is not encrypted'),
    })
    expect(evaluateTransport(remote('?sslmode=no-verify'), { ...over, isEncrypted: true })).toMatchObject({
      ok: false,
      message: expect.stringContaining('accepts every certificate'),
    })
    const verified = evaluateTransport(remote('?sslmode=verify-full'), { ...over, isEncrypted: true })
    expect(verified).toMatchObject({ ok: true })
  })

  test('a connection to the database through a tunnel of this machine is local', () => {
    const tunnel = { ...readyToStart, DATABASE_URL: 'postgresql://goodword@127.0.0.1:6000/goodword' }
    expect(evaluateTransport(readConfig(tunnel), over)).toMatchObject({ ok: true })
  })
})

describe('the programs of real customers', () => {
  const secretKey = parseSecretKey(SECRET)
  if (secretKey === null) throw new Error('invalid secret key')
  const ctx = testContext(owner, systemClock, {
    secretBox: createSecretBox(secretKey),
    actor: actorNamed('test'),
  })
  const look = (config = ready) => checkLivePrograms(ctx, config)
  const change = (alias: string, settings: ProgramSettings) =>
    changeProgram(ctx, alias as TenantId, {
      to: (present) => mergedSettings(present, settings, Object.keys(settings)),
      version: null,
    })

  test('the doctor asks for one live program, enabled and active', async () => {
    const missing = { ok: false, message: expect.stringMatching(/^No live program is active/) }
    expect(named(await look(), 'live programs')).toMatchObject(missing)
    await createTenant(ctx, { alias: 'acme', landingPage: 'https://example.com/welcome' })
    expect(named(await look(), 'live programs')).toMatchObject({ ok: true })
    await change('acme', { active: false })
    expect(named(await look(), 'live programs')).toMatchObject(missing)
    await change('acme', { active: true })
    await switchTenant(ctx, 'acme', false)
    expect(named(await look(), 'live programs')).toMatchObject(missing)
    await switchTenant(ctx, 'acme', true)
    expect((await look()).filter((it) => !it.ok)).toEqual([])
  })

  test.each([null, 'http://example.com/welcome'])('the landing page %s is refused', async (landingPage) => {
    await change('acme', { landingPage })
    expect(named(await look(), 'landing pages')).toMatchObject({
      ok: false,
      message: expect.stringContaining(': acme.'),
    })
    await change('acme', { landingPage: 'https://example.com/welcome' })
    expect(named(await look(), 'landing pages')).toMatchObject({ ok: true })
  })

  test('payments that unsigned browsers report must earn little', async () => {
    for (const unsignedConversions of [{ mode: 'trust' }, { mode: 'limit', limit: 101 }] as const) {
      await change('acme', { unsignedConversions })
      expect(named(await look(), 'unsigned conversions')).toMatchObject({
        ok: false,
        message: expect.stringContaining(': acme.'),
      })
      await change('acme', { requireSignedIdentification: true })
      expect(named(await look(), 'unsigned conversions')).toMatchObject({ ok: true })
      await change('acme', { requireSignedIdentification: false })
    }
    for (const mode of ['hold', 'ignore', 'limit'] as const) {
      await change('acme', { unsignedConversions: { mode, limit: 3 } })
      expect(named(await look(), 'unsigned conversions')).toMatchObject({ ok: true })
    }
  })

  test('account ids that can be counted fail as long as unsigned calls are taken', async () => {
    const { track } = tenantAt(owner, 'acme' as TenantId)
    expect(named(await look(), 'account ids')).toMatchObject({ ok: true })
    for (let next = 1; next <= 60; next += 1) await track(`acct_${next}`, 'server')
    expect(named(await look(), 'account ids')).toMatchObject({
      ok: false,
      message: expect.stringContaining(': acme.'),
    })
    await change('acme', { requireSignedIdentification: true })
    expect(named(await look(), 'account ids')).toMatchObject({ ok: true })
    await change('acme', { requireSignedIdentification: false })
    for (let next = 1; next <= 60; next += 1) await track(randomUUID(), 'server')
    expect(named(await look(), 'account ids')).toMatchObject({ ok: true })
  })

  test('names of referrers that strangers can read give advice, and a failure where account ids can be counted', async () => {
    const { track } = tenantAt(owner, 'names' as TenantId)
    await createTenant(ctx, { alias: 'names', landingPage: 'https://example.com/' })
    const about = async () => named(await look(), 'names of referrers')
    expect(await about()).toMatchObject({ ok: true })
    await change('names', { showReferrerName: true })
    const message = expect.stringMatching(/: names\. Set "showReferrerName" to false, or sign/)
    expect(await about()).toMatchObject({ ok: true, advice: true, message })
    for (let next = 1; next <= 60; next += 1) await track(`acct_${next}`, 'server')
    expect(await about()).toMatchObject({ ok: false, message })
    await change('names', { requireSignedIdentification: true })
    expect(await about()).toEqual({
      name: 'names of referrers',
      ok: true,
      message: 'No live program shows names of referrers and accepts unsigned browser calls.',
    })
    await switchTenant(ctx, 'names', false)
  })

  test('signing is advised until it is required', async () => {
    expect(named(await look(), 'signed identification')).toMatchObject({ ok: true, advice: true })
    await change('acme', { requireSignedIdentification: true })
    expect(named(await look(), 'signed identification')).toEqual({
      name: 'signed identification',
      ok: true,
      message: 'All live programs require it.',
    })
  })

  test('keys with all scopes and no end are named, and others are not', async () => {
    const [first] = (await listKeys(ctx, 'acme')).keys
    const advice = named(await look(), 'API keys')
    expect(advice).toMatchObject({ ok: true, advice: true })
    expect(advice?.message).toContain(`${first?.keyId} of acme`)
    await createApiKey(ctx, { alias: 'acme', scopes: ['read', 'write'] })
    await createApiKey(ctx, { alias: 'acme', expiresAt: systemClock.now() + 3_600_000 })
    await revokeApiKey(ctx, first?.keyId ?? ('' as KeyId))
    expect(named(await look(), 'API keys')).toEqual({
      name: 'API keys',
      ok: true,
      message: 'No key has all scopes without an expiry.',
    })
  })

  test('a custom domain on another network is advised about, and fails nothing', async () => {
    const texts = new Map<string, readonly string[]>()
    const addresses = new Map([['example.com', '198.51.2.3']])
    const looking = testContext(owner, systemClock, {
      resolveTexts: async (name) => texts.get(name) ?? [],
      resolveRecords: async (host) => ({ addresses: [addresses.get(host) ?? '203.0.9.9'], alias: null }),
    })
    expect(await checkCustomDomains(looking)).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^No live/),
    })
    const { proof } = await addDomain(looking, 'acme' as TenantId, 'go.example.com')
    texts.set(proof.name, [proof.value])
    await checkDomain(looking, 'acme' as TenantId, 'go.example.com')
    expect(await checkCustomDomains(looking)).toMatchObject({
      ok: true,
      advice: true,
      message: expect.stringContaining('for 7 days: it answers from another network than example.com.'),
    })
  })

  test('the demo merchant must be away, and DEMO off', async () => {
    expect(named(await look(), 'demo merchant')).toMatchObject({ ok: true })
    const withDemo = await look(readConfig({ ...readyToStart, DEMO: 'on' }))
    expect(named(withDemo, 'demo merchant')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^DEMO is on/),
    })
    await createTenant(ctx, { alias: 'demo', merchant: DEMO_MERCHANT })
    expect(named(await look(), 'demo merchant')).toMatchObject({
      ok: false,
      message: expect.stringContaining(
        'tenant disable demo --yes" and "goodword-server tenant disable test_demo',
      ),
    })
    await switchTenant(ctx, 'demo', false)
    await switchTenant(ctx, 'test_demo', false)
    expect(named(await look(), 'demo merchant')).toMatchObject({ ok: true })
  })
})

test('the guide on going live lists every check, and what it describes passes', async () => {
  await buildPortalIfStale()
  const names = await startNameServer()
  onTestFinished(names.close)
  const settings = { ...readyToStart, SECRET_KEY: env.SECRET_KEY ?? '', PORT: '0' }
  const live = { ...env, ...settings, NAME_SERVERS: names.address, BASE_URL: 'https://refer.invalid' }
  const made = await runCommand(live, 'tenant', 'create', 'acme', '--landing-page', 'https://example.com/')
  expect(made).toMatchObject({ code: 0 })
  const { code, output } = await runCommand(live, 'doctor', '--live')
  const { ok, checks } = JSON.parse(output)
  // The server of the test run trades durability for speed, and no name ends in .invalid: the doctor says so.
  const faulty = checks.filter((it: Check) => !it.ok).map((it: Check) => it.name)
  expect(faulty).toEqual(['fsync', 'full_page_writes', 'public name'])
  expect({ code, ok }).toEqual({ code: 1, ok: false })

  const guide = await readFile(new URL('../../../../../docs/guides/going-live.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `([^`]+)` \| (\S.*[.]) \| (\S.*[.]) \|$/gm)].map(([, name]) => name)
  expect(new Set(listed).size).toBe(listed.length)
  // Only a service that runs has a queue.
  const found = [...checks.map((it: Check) => it.name), 'queue']
  expect(listed.toSorted()).toEqual(found.toSorted())
})

test('the doctor does not ask for a live program without --live', async () => {
  const { checks } = JSON.parse((await runCommand(env, 'doctor')).output)
  expect(named(checks, 'live programs')).toBeUndefined()
  const live = JSON.parse((await runCommand(env, 'doctor', '--live')).output)
  expect(live.ok).toBe(false)
})
