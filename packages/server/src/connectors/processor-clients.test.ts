import { resolve } from 'node:path'
import { processor } from '@goodword/contract/billing/connection-credentials'
import { leadsSomewhere } from '@goodword/testing/dead-links'
import { expect, test } from 'vitest'
import { connectors, ProcessorClients } from './processor-clients.ts'

const credentials = {
  processor: 'braintree',
  environment: 'sandbox',
  merchantId: 'shop',
  publicKey: 'public',
  privateKey: 'private',
} as const

const reportedBills = () => {
  throw new Error('no bills are read')
}

test('the same credentials have the same client, and others have another one', () => {
  const clients = new ProcessorClients({ allowLocalTargets: false, reportedBills })
  const client = clients.open(credentials)
  expect(clients.open({ ...credentials })).toBe(client)
  for (const other of [{ privateKey: 'other' }, { publicKey: 'other' }, { environment: 'production' }])
    expect(clients.open({ ...credentials, ...other })).not.toBe(client)
})

test('the cache evicts the least recently used client', () => {
  const clients = new ProcessorClients({ allowLocalTargets: false, reportedBills })
  const [first, second] = [clients.open(credentials), clients.open({ ...credentials, merchantId: 'second' })]
  for (let n = 0; n < 999; n += 1) {
    clients.open({ ...credentials, merchantId: `shop_${n}` })
    expect(clients.open(credentials)).toBe(first)
  }
  expect(clients.open({ ...credentials, merchantId: 'second' })).not.toBe(second)
})

test('a gateway on this machine is opened only where that is allowed', () => {
  const local = { ...credentials, environment: 'http://127.0.0.1:3001' }
  expect(() => new ProcessorClients({ allowLocalTargets: false, reportedBills }).open(local)).toThrow(
    expect.objectContaining({ code: 'CREDENTIALS_REJECTED' }),
  )
  expect(new ProcessorClients({ allowLocalTargets: true, reportedBills }).open(local)).toBeDefined()
})

test.each(Object.values(connectors))(
  'the guides to $name are there',
  async ({ guides: { connect, webhook } }) => {
    const contents = resolve(import.meta.dirname, '../../../../docs/guides/README.md')
    for (const guide of [connect, webhook])
      expect(await leadsSomewhere(contents, guide.replace('#', '.md#')), guide).toBe(true)
  },
)

test('every processor that the API takes has a connector', () => {
  expect(processor.enum.toSorted()).toEqual(Object.keys(connectors).toSorted())
})
