import { describe, expect, it, test } from 'vitest'
import type { ResolveHost } from './name-servers.ts'
import { admittedAddress, parseTarget, TargetRefused, type TargetRules } from './outgoing-target.ts'

const live: TargetRules = { mode: 'live', allowLocal: true }
const test_: TargetRules = { mode: 'test', allowLocal: false }
const local: TargetRules = { mode: 'test', allowLocal: true }
const never = new AbortController().signal

/** The result for a URL, from its text to the address that would be connected to. */
async function outcome(text: string, rules: TargetRules, answers: readonly string[] = []): Promise<string> {
  const resolve: ResolveHost = async () => answers
  const parsed = parseTarget(text, rules)
  if ('problem' in parsed) return parsed.problem
  return admittedAddress(parsed.url.hostname, rules, resolve, never).catch((error: unknown) => {
    if (error instanceof TargetRefused) return error.reason
    throw error
  })
}

describe('a URL that names an address of the network inside', () => {
  const spellings = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7F.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '0.0.0.0',
    '0',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '10.1.2.3',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00:ec2::254]',
    '[fe80::1]',
  ]

  it.each(spellings)('a URL with an address of the network inside is refused: %s', async (host) => {
    for (const rules of [live, test_]) {
      expect(await outcome(`https://${host}/hook`, rules)).toBe('ADDRESS_NOT_PUBLIC')
    }
  })

  it.each(['10.1.2.3', '169.254.169.254', '0.0.0.0', '[fd00:ec2::254]', '[::ffff:10.0.0.1]'])(
    'a URL with an address of the network inside is refused where this machine is allowed: %s',
    async (host) => {
      expect(await outcome(`https://${host}/hook`, local)).toBe('ADDRESS_NOT_PUBLIC')
    },
  )
})

describe('a name', () => {
  it('a name is called at its first address', async () => {
    expect(await outcome('https://shop.example/', live, ['93.184.216.34', '8.8.8.8'])).toBe('93.184.216.34')
  })

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1', '93.184.216.34']],
    [['93.184.216.34', '10.0.0.1']],
    [['93.184.216.34', '::1']],
    [['::ffff:10.0.0.1']],
    [['0177.0.0.1']],
  ])('a name is refused if it has one address that is not public: %j', async (answers) => {
    expect(await outcome('https://shop.example/', live, answers)).toBe('ADDRESS_NOT_PUBLIC')
  })

  it('a name is refused if it has no address, or the name servers fail', async () => {
    expect(await outcome('https://shop.example/', live, [])).toBe('HOST_NOT_FOUND')
    const failing: ResolveHost = () => Promise.reject(new Error('no answer'))
    const refused = admittedAddress('shop.example', live, failing, never)
    await expect(refused).rejects.toMatchObject({ reason: 'HOST_NOT_FOUND' })
  })

  it('a name of this machine is refused, unless a test tenant may call it', async () => {
    expect(await outcome('https://localhost/', live, [])).toBe('HOST_NOT_FOUND')
    expect(await outcome('https://localhost/', live, ['127.0.0.1'])).toBe('ADDRESS_NOT_PUBLIC')
    expect(await outcome('https://localhost/', test_, ['127.0.0.1'])).toBe('ADDRESS_NOT_PUBLIC')
    expect(await outcome('http://localhost:9999/', local)).toBe('127.0.0.1')
    expect(await outcome('http://[::1]:9999/', local)).toBe('::1')
    expect(await outcome('http://shop.localhost/', local, ['127.0.0.1'])).toBe('127.0.0.1')
  })
})

test.each([
  ['http://shop.example/', live, 'must be an https URL.'],
  ['ftp://shop.example/', test_, 'must be an https or http URL.'],
  ['file:///etc/passwd', local, 'must be an https or http URL.'],
  ['shop.example', live, 'must be an absolute URL.'],
  ['https://user:secret@shop.example/', live, 'must not contain a user name or password.'],
  ['https://shop.example/#part', live, 'must not have a fragment.'],
  ['https://shop.example:22/', live, 'must have the port 443 or 8443.'],
  ['https://shop.example:80/', live, 'must have the port 443 or 8443.'],
  ['http://shop.example:6379/', test_, 'must have the port 80, 443, 8080 or 8443.'],
  [`https://shop.example/${'x'.repeat(2000)}`, live, 'must have at most 2000 characters.'],
  [`https://shop.example/?${'é'.repeat(700)}`, live, 'must have at most 2000 characters.'],
])('%s is refused', (text, rules, problem) => {
  expect(parseTarget(text, rules)).toEqual({ problem: expect.stringContaining(problem) })
})

test.each([
  ['https://shop.example/hook?a=1', live],
  ['https://shop.example:8443/', live],
  ['http://shop.example/', test_],
  ['http://shop.example:8080/', test_],
  ['http://127.0.0.1:12345/', local],
])('%s is accepted', (text, rules) => {
  expect(parseTarget(text, rules)).toEqual({ url: new URL(text) })
})
