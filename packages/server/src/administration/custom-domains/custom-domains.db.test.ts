import { MAX_MISSING_MS } from '@goodword/domain/hosts/host-claim'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { hostOfTenant, knownDomains, refreshDomains } from '../../referring/share-links/known-domains.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { checkDueDomains } from './check-due-domains.ts'
import { addDomain, checkDomain, listDomains, removeDomain } from './operate-domains.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const db = await createTestDatabase()
const time = { now: START }
const baseUrl = 'https://refer.example.com:8443/goodword'
const clock = { now: () => time.now }
/** The texts of TXT records by name; null for name servers that do not answer. */
const records = new Map<string, readonly string[] | null>()
const asked: string[] = []
async function resolveTexts(name: string): Promise<readonly string[]> {
  asked.push(name)
  const texts = records.get(name) ?? []
  if (records.get(name) === null) throw new Error('no answer')
  return texts
}
const shared = { baseUrl, hosts: ['www.operator.com', '*.shops.operator.com'], resolveTexts }
const operator = testContext(db.owner, clock, shared)
const service = testContext(db.service, clock, shared)
/** A process that has just read all domains. */
async function processAt(address = baseUrl, database = db.service) {
  const ctx = testContext(database, clock, { ...shared, baseUrl: address })
  await refreshDomains(ctx)
  return {
    tenantOf: (host: string) => knownDomains(ctx).tenants.get(host) ?? null,
    hostOf: (tenantId: TenantId) => hostOfTenant(ctx, tenantId),
    refresh: () => refreshDomains(ctx),
  }
}
const acme = (await createTenant(operator, { alias: 'acme' })).live.alias
const other = (await createTenant(operator, { alias: 'other' })).test.alias

/** Adds the domain and its record, without a check. */
async function addWithRecord(alias: TenantId, host: string) {
  const { proof } = await addDomain(operator, alias, host)
  records.set(proof.name, [...(records.get(proof.name) ?? []), proof.value])
  return proof
}

async function verified(alias: TenantId, host: string): Promise<void> {
  await addWithRecord(alias, host)
  expect(await checkDomain(operator, alias, host)).toMatchObject({ state: 'VERIFIED', problem: null })
}

async function stateOf(alias: TenantId, host: string): Promise<readonly [string, string | null] | null> {
  const { domains } = await listDomains(operator, alias)
  const found = domains.find((it) => it.domain === host)
  return found === undefined ? null : [found.state, found.problem]
}

async function runDueChecks(): Promise<void> {
  await checkDueDomains(service, new AbortController().signal)
}

async function actionsAbout(alias: TenantId, host: string) {
  const text =
    'select actor, action, details from app.audit_entry where tenant_id = $1 and subject = $2 order by sequence'
  return db.owner.query({ name: '', text }, [alias, host])
}

test('a claim leads nowhere, and any number of tenants may claim a host', async () => {
  const claims = await Promise.all(
    [acme, other, acme, other].map((alias) => addDomain(operator, alias, 'contested.example.com')),
  )
  expect(new Set(claims.map((it) => it.proof.value)).size).toBe(2)
  expect(claims.map((it) => it.state)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING'])
  const known = await processAt()
  expect([known.tenantOf('contested.example.com'), known.hostOf(acme)]).toEqual([null, null])
  for (const alias of [acme, other]) await removeDomain(operator, alias, 'contested.example.com')
})

test('exactly one of the tenants that prove a host at the same time gets it', async () => {
  for (const alias of [acme, other]) await addWithRecord(alias, 'both.example.com')
  const checked = await Promise.all([acme, other].map((it) => checkDomain(operator, it, 'both.example.com')))
  expect(checked.map((it) => it.state).toSorted()).toEqual(['PENDING', 'VERIFIED'])
  expect(checked.map((it) => it.problem).toSorted()).toEqual(['HELD_BY_ANOTHER', null])
  const winner = checked.find((it) => it.state === 'VERIFIED')?.alias
  expect((await processAt()).tenantOf('both.example.com')).toBe(winner)
  for (const alias of [acme, other]) await removeDomain(operator, alias, 'both.example.com')
})

test('a host moves to a tenant that proves it once the record of its holder is gone, and not before', async () => {
  const held = await addWithRecord(acme, 'moves.example.com')
  await checkDomain(operator, acme, 'moves.example.com')
  const claim = await addWithRecord(other, 'moves.example.com')
  await checkDomain(operator, other, 'moves.example.com')
  expect(await stateOf(other, 'moves.example.com')).toEqual(['PENDING', 'HELD_BY_ANOTHER'])
  expect((await processAt()).tenantOf('moves.example.com')).toBe(acme)

  records.set(held.name, [claim.value])
  expect(await checkDomain(operator, other, 'moves.example.com')).toMatchObject({ state: 'VERIFIED' })
  expect(await stateOf(acme, 'moves.example.com')).toEqual(['LOST', 'RECORD_DIFFERENT'])
  expect((await processAt()).tenantOf('moves.example.com')).toBe(other)
  // The audit log of the holder does not name people or keys of the claimant.
  expect((await actionsAbout(acme, 'moves.example.com')).at(-1)).toEqual({
    actor: 'service',
    action: 'domain.lose',
    details: { host: 'moves.example.com', state: 'LOST', problem: 'RECORD_DIFFERENT' },
  })
  for (const alias of [acme, other]) await removeDomain(operator, alias, 'moves.example.com')
})

test('a record that appears later is found without a request, and the audit log says so', async () => {
  const { name, value } = (await addDomain(operator, acme, 'later.example.com')).proof
  asked.length = 0
  await runDueChecks()
  expect(asked, 'the first check is 5 minutes later').toEqual([])
  time.now += 5 * 60_000
  await runDueChecks()
  expect(await stateOf(acme, 'later.example.com')).toEqual(['PENDING', 'RECORD_MISSING'])
  records.set(name, ['v=spf1 -all', value])
  time.now += 5 * 60_000
  await runDueChecks()
  expect(await stateOf(acme, 'later.example.com')).toEqual(['VERIFIED', null])
  expect(asked).toEqual([name, name])
  expect((await actionsAbout(acme, 'later.example.com')).slice(1)).toMatchObject([
    { actor: 'service', action: 'domain.verify' },
  ])
  await removeDomain(operator, acme, 'later.example.com')
})

test('a claim whose record never appears is lost after 72 hours, and a request revives it', async () => {
  await addDomain(operator, acme, 'never.example.com')
  time.now += MAX_MISSING_MS - 1
  await runDueChecks()
  expect(await stateOf(acme, 'never.example.com')).toEqual(['PENDING', 'RECORD_MISSING'])
  time.now += 1
  await runDueChecks()
  expect(await stateOf(acme, 'never.example.com')).toEqual(['LOST', 'RECORD_MISSING'])
  asked.length = 0
  time.now += 30 * DAY_MS
  await runDueChecks()
  expect(asked).toEqual([])
  expect(await addDomain(operator, acme, 'never.example.com')).toMatchObject({
    state: 'PENDING',
    dateExpires: time.now + MAX_MISSING_MS,
  })
  await removeDomain(operator, acme, 'never.example.com')
})

test('a verified domain is lost 72 hours after its record vanished, and comes back with it', async () => {
  await verified(acme, 'vanishes.example.com')
  records.set('_goodword.vanishes.example.com', ['goodword-verification=of-another'])
  time.now += DAY_MS
  await runDueChecks()
  expect(await stateOf(acme, 'vanishes.example.com')).toEqual(['VERIFIED', 'RECORD_DIFFERENT'])
  for (let day = 1; day <= 3; day += 1) {
    expect((await processAt()).tenantOf('vanishes.example.com')).toBe(acme)
    time.now += DAY_MS
    await runDueChecks()
  }
  expect(await stateOf(acme, 'vanishes.example.com')).toEqual(['LOST', 'RECORD_DIFFERENT'])
  const known = await processAt()
  expect([known.tenantOf('vanishes.example.com'), known.hostOf(acme)]).toEqual([null, null])
  const [claim] = (await listDomains(operator, acme)).domains
  records.set('_goodword.vanishes.example.com', [claim?.proof.value ?? ''])
  expect(await checkDomain(operator, acme, 'vanishes.example.com')).toMatchObject({ state: 'VERIFIED' })
  await removeDomain(operator, acme, 'vanishes.example.com')
})

test('a verified domain stays while its name servers do not answer', async () => {
  await verified(acme, 'away.example.com')
  records.set('_goodword.away.example.com', null)
  for (let day = 0; day < 10; day += 1) {
    time.now += DAY_MS
    await runDueChecks()
  }
  expect(await stateOf(acme, 'away.example.com')).toEqual(['VERIFIED', 'NAME_SERVERS_UNREACHABLE'])
  await removeDomain(operator, acme, 'away.example.com')
})

test('a removed domain has to be proved anew by another value', async () => {
  await verified(acme, 'again.example.com')
  const removed = await removeDomain(operator, acme, 'again.example.com')
  const added = await addDomain(operator, acme, 'again.example.com')
  expect(added.proof.value).not.toBe(removed.proof.value)
  expect(await checkDomain(operator, acme, 'again.example.com')).toMatchObject({
    state: 'PENDING',
    problem: 'RECORD_DIFFERENT',
  })
  await removeDomain(operator, acme, 'again.example.com')
})

test.each([
  ['Go.acme.example.com', 'must be a host name in lower case'],
  ['https://go.example.com', 'must be a host name in lower case'],
  ['localhost', 'must be a host name in lower case'],
  ['10.0.0.1', 'must be a host name in lower case'],
  ['refer.example.com', 'is a host of the service itself'],
  ['www.operator.com', 'is a host of the service itself'],
  ['a.b.shops.operator.com', 'is a host of the service itself'],
  ['refer.internal', 'are reserved'],
  ['printer.local', 'are reserved'],
  ['go.acme.example', 'are reserved'],
  ['1.0.0.10.in-addr.arpa', 'are reserved'],
  ['hidden.onion', 'are reserved'],
  ['co.uk', 'Anyone can register names below'],
  ['github.io', 'Anyone can register names below'],
  [`${'a.'.repeat(120)}example.com`, 'can have 243 characters'],
])('%s cannot be claimed: it %s', async (host, message) => {
  await expect(addDomain(operator, acme, host)).rejects.toThrow(message)
  await expect(addDomain(operator, acme, host)).rejects.toBeInstanceOf(OperatorError)
})

test.each(['example.com', 'shop.co.uk', 'acme.github.io', 'xn--bcher-kva.com', 'shops.operator.com'])(
  '%s can be claimed',
  async (host) => {
    expect(await addDomain(operator, acme, host)).toMatchObject({ domain: host, state: 'PENDING' })
    await removeDomain(operator, acme, host)
  },
)

test('an unknown tenant or domain is rejected', async () => {
  for (const work of [addDomain, checkDomain, removeDomain]) {
    await expect(work(operator, 'nobody', 'go.example.com')).rejects.toThrow('There is no tenant "nobody".')
  }
  await expect(listDomains(operator, 'nobody')).rejects.toThrow('There is no tenant "nobody".')
  for (const work of [checkDomain, removeDomain]) {
    const result = work(operator, acme, 'unknown.example.com')
    await expect(result).rejects.toThrow('The program does not have this domain.')
    await expect(result).rejects.toBeInstanceOf(OperatorError)
  }
})

test('the first of several verified domains is shown, and all lead to their tenant', async () => {
  await addDomain(operator, acme, 'waits.example.com')
  for (const host of ['z.example.com', 'a.example.com']) {
    time.now += 1000
    await verified(acme, host)
  }
  const known = await processAt()
  expect(known.hostOf(acme)).toBe('z.example.com')
  expect([known.tenantOf('z.example.com'), known.tenantOf('a.example.com')]).toEqual([acme, acme])
  expect([known.hostOf(other), known.tenantOf('b.example.com')]).toEqual([null, null])

  await removeDomain(operator, acme, 'z.example.com')
  await known.refresh()
  expect([known.hostOf(acme), known.tenantOf('z.example.com')]).toEqual(['a.example.com', null])
})

test('a domain that has become a host of the service leads nowhere at once, and is lost at the next check', async () => {
  await verified(acme, 'moved.example.com')
  const known = await processAt('https://moved.example.com')
  expect(known.tenantOf('moved.example.com')).toBeNull()
  expect(known.hostOf(acme)).not.toBe('moved.example.com')
  const moved = testContext(db.service, clock, { ...shared, hosts: ['moved.example.com'] })
  time.now += DAY_MS
  await checkDueDomains(moved, new AbortController().signal)
  expect(await stateOf(acme, 'moved.example.com')).toEqual(['LOST', 'NOT_CLAIMABLE'])
})

test('a domain of a release without claims leads nowhere, and can be claimed by any tenant', async () => {
  const text = `insert into app.custom_domain values ('former.example.com', $1, now())`
  await db.owner.query({ name: '', text }, [other])
  expect((await processAt()).tenantOf('former.example.com')).toBeNull()
  await verified(acme, 'former.example.com')
  expect((await processAt()).tenantOf('former.example.com')).toBe(acme)
})

test('known domains go on while the database is away', async () => {
  await verified(other, 'go.other.example.com')
  const leaving = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
  const known = await processAt(baseUrl, leaving)
  await leaving.close()
  await expect(known.refresh()).rejects.toThrow()
  expect([known.tenantOf('go.other.example.com'), known.hostOf(other)]).toEqual([
    other,
    'go.other.example.com',
  ])
})
