import { expect, test } from 'vitest'
import { hostAddress } from './host-address.ts'

test('the address of a service has no path, and what has one says the way out', () => {
  expect(hostAddress('https://refer.example.com/')).toEqual({ value: 'https://refer.example.com' })
  expect(hostAddress('https://www.example.com/refer/')).toEqual({
    problem: expect.stringMatching(
      /^has the path \/refer, .* Give it a subdomain, and have the proxy pass all paths/,
    ),
  })
})
