import { expect, test } from 'vitest'
import { checkOrigin } from './control-app.ts'

const host = '127.0.0.1:3001'

test.each([
  ['a program', { host }],
  ['a program at localhost', { host: 'localhost:3001' }],
  ['a program at ::1', { host: '[::1]:3001' }],
  ['a form of the page', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
  ['an address typed in', { host, 'sec-fetch-site': 'none' }],
])('%s is let in', (_, headers) => {
  expect(() => checkOrigin('POST', headers)).not.toThrow()
})

test('a link from elsewhere leads to the page', () => {
  const headers = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect(() => checkOrigin('GET', headers)).not.toThrow()
})

test.each([
  ['a page of another origin', { host, origin: 'http://evil.example' }],
  ['a page of another port', { host, origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', { host, origin: 'null' }],
  ['a form of another site', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a name that leads to this machine', { host: 'evil.example:3001', origin: 'http://evil.example:3001' }],
  ['no name at all', {}],
])('%s is not', (_, headers) => {
  expect(() => checkOrigin('POST', headers)).toThrow()
})
