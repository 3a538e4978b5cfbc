import { expect, test } from 'vitest'
import { networkTest } from './networks.ts'

test.each([
  ['127.0.0.1', ['127.0.0.1'], true],
  ['127.0.0.2', ['127.0.0.1'], false],
  ['10.255.0.1', ['192.0.2.0/24', '10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['fd00::1', ['fd00::/8'], true],
  ['fe00::1', ['fd00::/8'], false],
  ['::1', ['::1'], true],
  ['127.0.0.1', [], false],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unknown', ['0.0.0.0/0', '::/0'], false],
])('%s is in %j: %s', (address, networks, isContained) => {
  expect(networkTest(networks)(address)).toBe(isContained)
})
