import type { TenantId } from '@goodword/domain/ids'
import { expect, test } from 'vitest'
import { openDatabase } from '../../store/driver/database.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { OperatorError } from '../tenants/operator-error.ts'
import { addDomain } from './add-domain.ts'
import { hostOfTenant, knownDomains, refreshDomains } from './known-domains.ts'
import { listDomains } from './list-domains.ts'
import { removeDomain } from './remove-domain.ts'

const db = await createTestDatabase()
const time = { now: START }
const baseUrl = 'https://refer.example.com:8443/goodword'
const clock = { now: () => time.now }
const operator = testContext(db.owner, clock, { baseUrl })
/** A process that has just read all domains. */
async function processAt(address = baseUrl, service = db.service) {
  const ctx = testContext(service, clock, { baseUrl: address })
  await refreshDomains(ctx)
  return {
    tenantOf: (host: string) => knownDomains(ctx).tenants.get(host) ?? null,
    hostOf: (tenantId: TenantId) => hostOfTenant(ctx, tenantId),
    refresh: () => refreshDomains(ctx),
  }
}
const acme = (await createTenant(operator, { alias: 'acme' })).live.alias
const other = (await createTenant(operator, { alias: 'other' })).test.alias

test('a host belongs to one tenant, also when several tenants add it at the same time', async () => {
  const answers = await Promise.allSettled(
    [acme, other, acme, other].map((alias) => addDomain(operator, alias, 'contested.example')),
  )
  const { domains } = await listDomains(operator, null)
  expect(domains).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'fulfilled') expect(answer.value).toEqual(domains[0])
    else expect(answer.reason).toBeInstanceOf(OperatorError)
  }
  await removeDomain(operator, 'contested.example')
})

test('adding a host again changes nothing, and to another tenant it is refused', async () => {
  const added = await addDomain(operator, acme, 'go.acme.example')
  time.now += 1000
  expect(await addDomain(operator, acme, 'go.acme.example')).toEqual(added)
  await expect(addDomain(operator, other, 'go.acme.example')).rejects.toThrow(
    'The host "go.acme.example" belongs to the tenant "acme".',
  )
  expect(await listDomains(operator, other)).toEqual({ domains: [] })
  expect(await removeDomain(operator, 'go.acme.example')).toEqual(added)
})

test.each([
  ['Go.acme.example', 'is not a host name'],
  ['https://go.acme.example', 'is not a host name'],
  ['localhost', 'is not a host name'],
  ['refer.example.com', "is the service's own host"],
])('%s cannot be added: it %s', async (host, message) => {
  await expect(addDomain(operator, acme, host)).rejects.toThrow(message)
  await expect(addDomain(operator, acme, host)).rejects.toBeInstanceOf(OperatorError)
})

test('an unknown tenant is rejected', async () => {
  await expect(addDomain(operator, 'nobody', 'go.acme.example')).rejects.toThrow(
    'There is no tenant "nobody".',
  )
  await expect(listDomains(operator, 'nobody')).rejects.toThrow('There is no tenant "nobody".')
  await expect(removeDomain(operator, 'go.acme.example')).rejects.toThrow('No tenant has the custom domain')
})

test('of several domains the first is shown, and all lead to their tenant', async () => {
  for (const host of ['z.acme.example', 'a.acme.example']) {
    await addDomain(operator, acme, host)
    time.now += 1000
  }
  const known = await processAt()
  expect(known.hostOf(acme)).toBe('z.acme.example')
  expect([known.tenantOf('z.acme.example'), known.tenantOf('a.acme.example')]).toEqual([acme, acme])
  expect([known.hostOf(other), known.tenantOf('b.acme.example')]).toEqual([null, null])

  await removeDomain(operator, 'z.acme.example')
  await known.refresh()
  expect([known.hostOf(acme), known.tenantOf('z.acme.example')]).toEqual(['a.acme.example', null])
})

test('a domain that has become the service’s own host is none any more', async () => {
  await addDomain(operator, acme, 'moved.example')
  const known = await processAt('https://moved.example')
  expect(known.tenantOf('moved.example')).toBeNull()
  expect(known.hostOf(acme)).not.toBe('moved.example')
})

test('with the database away known domains go on', async () => {
  await addDomain(operator, other, 'go.other.example')
  const service = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
  const known = await processAt(baseUrl, service)
  await service.close()
  await expect(known.refresh()).rejects.toThrow()
  expect([known.tenantOf('go.other.example'), known.hostOf(other)]).toEqual([other, 'go.other.example'])
})
