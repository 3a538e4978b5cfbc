import { expect, test } from 'vitest'
import { knownDomains, refreshDomains } from '../../referring/share-links/known-domains.ts'
import { merchantAt } from '../../testing/merchant.ts'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { testContext } from '../../testing/test-context.ts'
import { startTestService } from '../../testing/test-service.ts'
import { addDomain } from './operate-domains.ts'
import { readTenantDomains } from './read-tenant-domains.ts'

const service = await startTestService()
const live = merchantAt(service.call, service.live)
const testMode = merchantAt(service.call, service.test)
const other = merchantAt(service.call, service.other)
const add = (domain: string, merchant = live) => merchant.request('POST', '/domains', { domain })
const outcomeOf = ({ status, body }: WireAnswer) => [status, body.apiErrorCode, body.param]
const HOUR_MS = 3_600_000

test('a domain is added, proved by its record, leads to the program, and is removed', async () => {
  const domain = 'go.acme.example.com'
  const dns = { type: 'CNAME', name: domain, value: 'goodword.example.com' }
  const value = expect.stringMatching(/^goodword-verification=[0-9a-f]{32}$/)
  const dateCreated = service.clock.now
  const pending = {
    domain,
    ...{ state: 'PENDING', problem: null, isDefault: false, dns, dateCreated },
    proof: { type: 'TXT', name: `_goodword.${domain}`, value },
    ...{ dateVerified: null, dateChecked: null, dateExpires: dateCreated + 72 * HOUR_MS },
  }
  const added = await live.requestOk('POST', '/domains', { domain })
  expect(added).toEqual(pending)
  service.clock.now += 1000
  expect(await live.requestOk('POST', '/domains', { domain })).toEqual(added)
  expect(await live.requestOk('POST', `/domains/${domain}/check`)).toEqual({
    ...added,
    problem: 'RECORD_MISSING',
    dateChecked: service.clock.now,
  })
  await refreshDomains(service.ctx)
  expect([...knownDomains(service.ctx).tenants]).toEqual([])

  const { proof } = Object(added)
  service.texts.set(proof.name, [proof.value])
  service.clock.now += 6000
  const now = service.clock.now
  const verified = {
    state: 'VERIFIED',
    isDefault: true,
    dateVerified: now,
    dateChecked: now,
    dateExpires: null,
  }
  const first = { ...added, ...verified }
  expect(await live.requestOk('POST', `/domains/${domain}/check`)).toEqual(first)
  await service.addDomain('a.acme.example.com')
  expect(await live.requestOk('GET', '/domains')).toMatchObject({
    domains: [first, { domain: 'a.acme.example.com', state: 'VERIFIED', isDefault: false }],
  })

  await refreshDomains(service.ctx)
  const user = await live.requestOk('POST', '/user', { accountId: 'ada', id: 'u' })
  expect(user.shareLinks).toMatchObject({ direct: `https://${domain}/${String(user.referralCode)}` })
  expect(await live.requestOk('DELETE', `/domains/${domain}`)).toEqual(first)
  expect(outcomeOf(await live.request('DELETE', `/domains/${domain}`))).toEqual([
    404,
    'DOMAIN_NOT_FOUND',
    'domain',
  ])
  await refreshDomains(service.ctx)
  expect([...knownDomains(service.ctx).tenants]).toEqual([['a.acme.example.com', 'acme']])
  const text = `select action, details from app.audit_entry
    where tenant_id = 'acme' and action like '%Domain' order by sequence`
  expect(await service.owner.query({ name: '', text }, [])).toMatchObject([
    { action: 'addDomain', details: { host: domain } },
    { action: 'addDomain', details: { outcome: 'UNCHANGED' } },
    { action: 'checkDomain', details: { outcome: 'UNCHANGED' } },
    { action: 'checkDomain', details: { host: domain, state: 'VERIFIED' } },
    { action: 'removeDomain', details: { host: domain } },
    { action: 'removeDomain', details: { outcome: 'REFUSED', errorCode: 'DOMAIN_NOT_FOUND' } },
  ])
})

test('a claim to a domain of another tenant or mode takes nothing from it, and its owner is not named', async () => {
  const domain = 'own.acme.example.com'
  await service.addDomain(domain)
  for (const merchant of [testMode, other]) {
    for (const name of [domain, 'unknown.example.com', '..%2Fx', 'x'.repeat(300)]) {
      expect((await merchant.request('DELETE', `/domains/${name}`)).status).toBeOneOf([404, 414])
      expect((await merchant.request('POST', `/domains/${name}/check`)).status).toBeOneOf([404, 414])
    }
    const claimed = await add(domain, merchant)
    expect([claimed.status, claimed.body.state]).toEqual([201, 'PENDING'])
    const checked = await merchant.request('POST', `/domains/${domain}/check`)
    expect(checked.body).toMatchObject({ state: 'PENDING', problem: 'RECORD_DIFFERENT' })
    expect(JSON.stringify([claimed.body, checked.body])).not.toMatch(/"acme"|tenant/)
    expect((await merchant.requestOk('DELETE', `/domains/${domain}`)).state).toBe('PENDING')
    await refreshDomains(service.ctx)
    expect(knownDomains(service.ctx).tenants.get(domain)).toBe('acme')
  }
})

test('the service answers on a host that is claimed and not verified', async () => {
  const pathsOf = async (host: string) => {
    const answers = ['/api/v1/acme/program', '/docs', '/', '/s/v1/goodword.js'].map((url) =>
      service.app.inject({ method: 'GET', url, headers: { host } }),
    )
    return (await Promise.all(answers)).map((it) => it.statusCode)
  }
  const before = await pathsOf('claimed.example.com')
  expect((await add('claimed.example.com', other)).status).toBe(201)
  await refreshDomains(service.ctx)
  expect(await pathsOf('claimed.example.com')).toEqual(before)
  expect(before[0]).toBe(401)
})

test.each([
  ['', 'domain'],
  ['localhost', 'domain'],
  ['Go.acme.example.com', 'domain'],
  ['https://go.acme.example.com', 'domain'],
  ['10.0.0.1', 'domain'],
  ['goodword.example.com', 'domain'],
  ['refer.internal', 'domain'],
  ['co.uk', 'domain'],
])('"%s" is refused as a domain', async (domain, param) => {
  const before = await service.rows()
  expect(outcomeOf(await add(domain))).toEqual([400, 'VALIDATION_FAILED', param])
  expect(await service.rows()).toEqual(before)
})

test('name servers are asked at most every 5 seconds for a domain', async () => {
  await live.requestOk('POST', '/domains', { domain: 'slow.example.com' })
  const first = await live.requestOk('POST', '/domains/slow.example.com/check')
  service.clock.now += 4999
  expect(await live.requestOk('POST', '/domains/slow.example.com/check')).toEqual(first)
  service.clock.now += 1
  expect(await live.requestOk('POST', '/domains/slow.example.com/check')).toMatchObject({
    dateChecked: service.clock.now,
  })
})

test('a program adds at most 20 domains; the operator can add more', async () => {
  const { alias } = service.test
  const present = (await readTenantDomains(service.ctx, alias)).length
  for (let index = present; index < 20; index += 1) {
    expect((await add(`d${index}.test.example.com`, testMode)).status).toBe(201)
  }
  expect(outcomeOf(await add('one-more.test.example.com', testMode))).toEqual([409, 'TOO_MANY_DOMAINS', null])
  await addDomain(service.operator, alias, 'one-more.test.example.com')
  expect((await testMode.requestOk('GET', '/domains')).domains).toHaveLength(21)
})

test.each([
  ['http://127.0.0.1:4000', { type: 'A', value: '127.0.0.1' }],
  ['https://[2001:db8::1]', { type: 'AAAA', value: '2001:db8::1' }],
  ['https://refer.example.net:8443/goodword', { type: 'CNAME', value: 'refer.example.net' }],
])('the record is %o when the public address is %s', async (baseUrl, record) => {
  const ctx = testContext(service.owner, { now: () => service.clock.now }, { baseUrl })
  const [domain] = await readTenantDomains(ctx, service.test.alias)
  expect(domain?.dns).toEqual({ ...record, name: domain?.domain })
})
