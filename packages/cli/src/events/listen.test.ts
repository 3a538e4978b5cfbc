import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { UsageError } from '../command.ts'
import { faultOfTarget, targetOf } from './listen.ts'

test.each([
  ['3000', 'http://127.0.0.1:3000'],
  [':3000/events', 'http://127.0.0.1:3000/events'],
  ['localhost:3000/events', 'http://localhost:3000/events'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['https://shop.example.com/events', 'https://shop.example.com/events'],
])('events that are forwarded to %s go to %s', (text, url) => expect(targetOf(text)).toBe(url))

test('what cannot be a URL is refused', () => expect(() => targetOf('http://a b/')).toThrow(UsageError))

test('an address is faultless while something listens there', async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
  expect(await faultOfTarget(url)).toBe(null)
  await new Promise((done) => server.close(done))
  expect(await faultOfTarget(url)).toBe('nothing listens there')
  expect(await faultOfTarget('http://nothing.invalid/')).toBe('there is no host nothing.invalid')
})
