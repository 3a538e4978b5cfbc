import { expect, test } from 'vitest'
import { secretsIn } from './erased-traces.ts'

const secrets = { key: Buffer.from('gw_live_ab?d~f') }

test.each([
  ['as it is', (text: string) => text],
  ['in hex', (text: string) => Buffer.from(text).toString('hex')],
  ['in upper hex', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
  ['in base64', (text: string) => Buffer.from(text).toString('base64')],
  ['in base64', (text: string) => Buffer.from(text).toString('base64url')],
])('a secret is found %s, with any text before and after it', (form, write) => {
  for (const before of ['', 'x', 'xy', 'xyz', 'ä: ']) {
    for (const behind of ['', ':', ':x', '\n\n\n']) {
      const found = secretsIn(Buffer.from(`.. ${write(`${before}gw_live_ab?d~f${behind}`)} ..`), secrets)
      expect(
        found.filter((it) => it.startsWith(`key ${form}`)),
        `${before}…${behind}`,
      ).not.toEqual([])
    }
  }
})

test('nothing is found where a part of the secret is missing', () => {
  for (const text of ['gw_live_ab?d~', 'w_live_ab?d~f', Buffer.from('hw_live_ab?d~f').toString('base64')]) {
    expect(secretsIn(Buffer.from(text), secrets)).toEqual([])
  }
})
