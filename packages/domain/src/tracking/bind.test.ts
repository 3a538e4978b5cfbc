import { describe, expect, test } from 'vitest'
import type { BindCommand, Call } from '../referrals/command.ts'
import { browser, customer, processor, server, serverOf } from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'
import type { ProviderId } from '../values/ids.ts'

const TAKEN = 'refused PROVIDER_ID_TAKEN'
type Customer = Record<'providerId', string> & Partial<Record<'claimedProviderId', string | null>>

describe('a customer of an account that has another one', () => {
  const asked = (id: string, former: string): BindCommand => ({
    kind: 'bind',
    providerId: id as ProviderId,
    inPlaceOf: former as ProviderId,
  })
  const REPLACED = 'customer.replaced CUSTOMER_REPLACED'

  test.each<readonly [story: string, call: Call, gone: readonly string[], said: string, Customer]>([
    [
      'the server is believed once the former is gone',
      server(asked('c2', 'c1')),
      ['c1'],
      REPLACED,
      { providerId: 'c2' },
    ],
    ['the former has to be asked for', server(customer('c2')), ['c1'], TAKEN, { providerId: 'c1' }],
    ['the former has to be gone', server(asked('c2', 'c1')), [], TAKEN, { providerId: 'c1' }],
    ['another one was asked for', server(asked('c2', 'c0')), ['c1', 'c0'], TAKEN, { providerId: 'c1' }],
    ['it is another account’s', server(asked('c3', 'c1')), ['c1'], TAKEN, { providerId: 'c1' }],
    [
      'the processor shows it in the place of one that is gone',
      processor(customer('c2')),
      ['c1'],
      REPLACED,
      { providerId: 'c2' },
    ],
    [
      'the processor shows it beside one that is not gone',
      processor(customer('c2')),
      [],
      '',
      { providerId: 'c1' },
    ],
    [
      'the processor shows one of another account',
      processor(customer('c3')),
      ['c1'],
      '',
      { providerId: 'c1' },
    ],
    [
      'a page claims it in the place of one that is gone',
      browser(customer('c2')),
      ['c1'],
      '',
      { providerId: 'c1', claimedProviderId: 'c2' },
    ],
    [
      'a page claims it beside one that is not gone',
      browser(customer('c2')),
      [],
      '',
      { providerId: 'c1', claimedProviderId: null },
    ],
  ])('another customer of an account that has one: %s', (_story, call, gone, said, expected) => {
    const tenant = new TestTenant()
    tenant.trackAll([server(customer('c1')), serverOf('ada', customer('c3'))])
    for (const id of gone) tenant.goneCustomers.add(id as ProviderId)
    expect(textOf(tenant.track(call))).toBe(said)
    expect(tenant.account()).toMatchObject(expected)
  })

  test('a claim takes the place of the first claim of a page, which was confirmed, and of no other claim', () => {
    const tenant = new TestTenant()
    tenant.trackAll([browser(customer('c1')), server(customer('c1'))])
    tenant.goneCustomers.add('c1' as ProviderId)
    for (const id of ['c2', 'c4']) tenant.track(browser(customer(id)))
    expect(tenant.account()).toMatchObject({ providerId: 'c1', claimedProviderId: 'c2' })
  })
})
