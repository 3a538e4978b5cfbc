import { expect, test } from 'vitest'
import { gatewayAddress } from './gateway-address.ts'

test.each([
  ['http://127.0.0.1:3001', 'http://127.0.0.1:3001'],
  [' http://127.0.0.1:3001/ledger/my_shop/setup?limit=5 ', 'http://127.0.0.1:3001'],
  ['localhost:3001', 'http://localhost:3001'],
  ['https://gateway.example/', 'https://gateway.example'],
  ['no address', 'no address'],
  ['', ''],
])('%s is the gateway at %s', (typed, address) => {
  expect(gatewayAddress(typed)).toBe(address)
})
