import { afterAll, expect, test } from 'vitest'
import { startNameServer } from '../../testing/name-server.ts'
import { nameServers } from './name-servers.ts'

const server = await startNameServer()
afterAll(server.close)
const { resolveTexts, resolveHost, resolveRecords } = nameServers([server.address])
const never = new AbortController().signal

test('the texts of a name are read, and a long one is put together from its parts', async () => {
  server.texts.set('_goodword.go.example.com', [['v=spf1 -all'], ['goodword-', 'verification', '=x']])
  expect(await resolveTexts('_goodword.go.example.com', never)).toEqual([
    'v=spf1 -all',
    'goodword-verification=x',
  ])
})

test('a name that does not exist, or has no such record, has no texts and no addresses', async () => {
  server.texts.set('empty.example.com', [])
  expect(await resolveTexts('unknown.example.com', never)).toEqual([])
  expect(await resolveTexts('empty.example.com', never)).toEqual([])
  expect(await resolveHost('unknown.example.com', never)).toEqual([])
})

test('the addresses of both kinds and the CNAME record of a host are read', async () => {
  server.hosts.set('www.example.com', { A: '203.0.113.7', AAAA: '2001:db8::7' })
  server.hosts.set('go.example.com', { A: '203.0.113.8', CNAME: 'links.example.net' })
  expect(await resolveRecords('www.example.com', never)).toEqual({
    addresses: ['203.0.113.7', '2001:db8::7'],
    alias: null,
  })
  expect(await resolveRecords('go.example.com', never)).toEqual({
    addresses: ['203.0.113.8'],
    alias: 'links.example.net',
  })
  expect(await resolveRecords('unknown.example.com', never)).toEqual({ addresses: [], alias: null })
})

test('a failure of the name server is not taken for a missing record', async () => {
  server.texts.set('failing.example.com', null)
  await expect(resolveTexts('failing.example.com', never)).rejects.toThrow('ESERVFAIL')
})

test('an aborted look-up ends', async () => {
  await expect(resolveTexts('x.example.com', AbortSignal.abort())).rejects.toThrow('aborted')
})
