import { expect, test } from 'vitest'
import { connectionFrom } from './serve-stdio.ts'

const whole = {
  GOODWORD_URL: 'https://goodword.example.com',
  GOODWORD_TENANT: 'test_acme',
  GOODWORD_API_KEY: 'gw_test_key',
}

test('the connection comes from the environment', () => {
  expect(connectionFrom(whole)).toEqual({
    url: 'https://goodword.example.com',
    tenantAlias: 'test_acme',
    apiKey: 'gw_test_key',
  })
})

test.for([
  ['without a key', { GOODWORD_API_KEY: '' }, 'Set GOODWORD_API_KEY'],
  ['without an address', { GOODWORD_URL: undefined }, 'Set GOODWORD_URL'],
] as const)('a start %s is refused with what to do', ([, change, message]) => {
  expect(() => connectionFrom({ ...whole, ...change })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), exitCode: 2 }),
  )
})
