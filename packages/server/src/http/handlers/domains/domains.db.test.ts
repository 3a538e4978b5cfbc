import { expect, test } from 'vitest'
import { addDomain } from '../../../operations/domains/add-domain.ts'
import { knownDomains, refreshDomains } from '../../../operations/domains/known-domains.ts'
import { readTenantDomains } from '../../../operations/domains/read-tenant-domains.ts'
import { merchantAt } from '../../../testing/merchant.ts'
import type { WireAnswer } from '../../../testing/requests/wire-rules.ts'
import { testContext } from '../../../testing/test-context.ts'
import { startTestService } from '../../../testing/test-service.ts'

const service = await startTestService()
const live = merchantAt(service.call, service.live)
const testMode = merchantAt(service.call, service.test)
const other = merchantAt(service.call, service.other)
const add = (domain: string, merchant = live) => merchant.request('POST', '/domains', { domain })
const outcomeOf = ({ status, body }: WireAnswer) => [status, body.apiErrorCode, body.param]

test('domains are added, shown with their DNS record, lead to the program, and are removed', async () => {
  const dns = { type: 'CNAME', name: 'go.acme.example', value: 'goodword.example.com' }
  const first = { domain: 'go.acme.example', isDefault: true, dns, dateCreated: service.clock.now }
  expect(await live.requestOk('POST', '/domains', { domain: 'go.acme.example' })).toEqual(first)
  service.clock.now += 1000
  expect(await live.requestOk('POST', '/domains', { domain: 'go.acme.example' })).toEqual(first)
  const second = await live.requestOk('POST', '/domains', { domain: 'a.acme.example' })
  expect(second).toMatchObject({ isDefault: false, dns: { name: 'a.acme.example' } })
  expect(await live.requestOk('GET', '/domains')).toEqual({ domains: [first, second] })

  await refreshDomains(service.ctx)
  const user = await live.requestOk('POST', '/user', { accountId: 'ada', id: 'u' })
  expect(user.shareLinks).toMatchObject({ direct: `https://go.acme.example/${String(user.referralCode)}` })
  expect(await live.requestOk('DELETE', '/domains/go.acme.example')).toEqual(first)
  expect(outcomeOf(await live.request('DELETE', '/domains/go.acme.example'))).toEqual([
    404,
    'DOMAIN_NOT_FOUND',
    'domain',
  ])
  await refreshDomains(service.ctx)
  expect([...knownDomains(service.ctx).tenants]).toEqual([['a.acme.example', 'acme']])
  const text = `select action, details from app.audit_entry where tenant_id = 'acme' and action like '%Domain' order by sequence`
  expect(await service.owner.query({ name: '', text }, [])).toMatchObject([
    { action: 'addDomain', details: { host: 'go.acme.example' } },
    { action: 'addDomain', details: { outcome: 'UNCHANGED' } },
    { action: 'addDomain', details: { host: 'a.acme.example' } },
    { action: 'removeDomain', details: { host: 'go.acme.example' } },
    { action: 'removeDomain', details: { outcome: 'REFUSED', errorCode: 'DOMAIN_NOT_FOUND' } },
  ])
})

test('a domain of another tenant or mode can be neither taken nor removed, and its owner is not named', async () => {
  await live.requestOk('POST', '/domains', { domain: 'own.acme.example' })
  const before = await service.rows()
  for (const merchant of [testMode, other]) {
    const taken = await add('own.acme.example', merchant)
    expect(outcomeOf(taken)).toEqual([409, 'DOMAIN_TAKEN', 'domain'])
    expect(JSON.stringify(taken.body)).not.toMatch(/"acme"|tenant/)
    for (const domain of ['own.acme.example', 'unknown.example', '..%2Fx', 'x'.repeat(300)]) {
      const { status } = await merchant.request('DELETE', `/domains/${domain}`)
      expect(status).toBeOneOf([404, 414])
    }
    expect(await merchant.requestOk('GET', '/domains')).toEqual({ domains: [] })
  }
  expect(await service.rows()).toEqual(before)
})

test('two tenants that add a domain at the same time do not both get it', async () => {
  const answers = await Promise.all([live, other, testMode, other].map((it) => add('contested.example', it)))
  for (const { status } of answers) expect(status).toBeOneOf([201, 409])
  expect((await allDomains()).filter((it) => it.domain === 'contested.example')).toHaveLength(1)
})

async function allDomains() {
  const lists = [live, other, testMode].map(async (it) => (await it.requestOk('GET', '/domains')).domains)
  return (await Promise.all(lists)).flat() as { domain: string }[]
}

test.each([
  '',
  'localhost',
  'Go.acme.example',
  'https://go.acme.example',
  '10.0.0.1',
  'goodword.example.com',
])('"%s" is refused as a domain', async (domain) => {
  expect(outcomeOf(await add(domain))).toEqual([400, 'VALIDATION_FAILED', 'domain'])
})

test('a program adds at most 20 domains; the operator can add more', async () => {
  const { alias } = service.test
  const present = (await readTenantDomains(service.ctx, alias)).length
  for (let index = present; index < 20; index += 1) {
    expect((await add(`d${index}.test.example`, testMode)).status).toBe(201)
  }
  expect(outcomeOf(await add('one-more.test.example', testMode))).toEqual([409, 'TOO_MANY_DOMAINS', null])
  await addDomain(service.operator, alias, 'one-more.test.example')
  expect((await testMode.requestOk('GET', '/domains')).domains).toHaveLength(21)
})

test.each([
  ['http://127.0.0.1:4000', { type: 'A', value: '127.0.0.1' }],
  ['https://[2001:db8::1]', { type: 'AAAA', value: '2001:db8::1' }],
  ['https://refer.example.net:8443/goodword', { type: 'CNAME', value: 'refer.example.net' }],
])('with the public address %s the record is %o', async (baseUrl, record) => {
  const ctx = testContext(service.owner, { now: () => service.clock.now }, { baseUrl })
  const [domain] = await readTenantDomains(ctx, service.test.alias)
  expect(domain?.dns).toEqual({ ...record, name: domain?.domain })
})
