import { expect, test } from 'vitest'
import { transportSecurityOf } from './transport-security.ts'

test.each([
  ['https://refer.example.com', 'max-age=31536000'],
  ['https://refer.example.com:8443/goodword', 'max-age=31536000'],
  ['http://refer.example.com', null],
  ['http://127.0.0.1:4000', null],
  ['https://127.0.0.1:4000', null],
  ['https://[::1]:4000', null],
  ['https://localhost:4000', null],
  ['https://goodword.localhost', null],
])('browsers at %s are held to https by %s', (baseUrl, value) => {
  expect(transportSecurityOf(baseUrl)).toBe(value)
})
