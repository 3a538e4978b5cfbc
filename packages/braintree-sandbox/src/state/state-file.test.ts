import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Nonce } from '../model/card.ts'
import { exampleMerchant } from '../testing/example-merchant.ts'
import { merchantFromJson, merchantToJson } from './merchant-json.ts'
import type { Snapshots } from './snapshots.ts'
import { takeSnapshot } from './snapshots.ts'
import { readState, writeState } from './state-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'braintree-sandbox-state-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what is written is read back, snapshots included, and nothing else is left in the folder', () => {
  const merchant = exampleMerchant()
  const snapshots: Snapshots = new Map()
  takeSnapshot(snapshots, merchant, 'before', 5)
  const file = join(folder, 'state.json')
  writeState(file, { merchants: [merchant], snapshots })
  expect(readState(file)).toEqual({ merchants: [merchant], snapshots })
  expect(readdirSync(folder)).toEqual(['state.json'])
})

test('the order of things is kept, also of ids that look like numbers', () => {
  const merchant = exampleMerchant()
  for (const id of ['30', '4', '100']) merchant.nonces.set(id, { ...nonce, nonce: id })
  const read = merchantFromJson(JSON.parse(JSON.stringify(merchantToJson(merchant))))
  expect(Array.from(read.nonces.keys())).toEqual(['30', '4', '100'])
})

test('what an older version did not write is as for a new merchant', () => {
  const { faults: _, ...older } = merchantToJson(exampleMerchant()) as Record<string, unknown>
  expect(merchantFromJson(older).faults).toEqual([])
})

test('no file is no state', () => {
  expect(readState(join(folder, 'none.json'))).toBeNull()
})

test.each([
  ['{', /^The state in .*broken.json cannot be read: .*JSON.* Move the file away to begin anew[.]$/],
  ['{}', /it was not written by braintree-sandbox/],
  ['{"format":"braintree-sandbox state","version":2}', /it has the version 2, and this is 1/],
  ['{"format":"braintree-sandbox state","version":1}', /it is not whole/],
  [
    '{"format":"braintree-sandbox state","version":1,"snapshots":[],"merchants":[{"id":"a"}]}',
    /it has no merchant with an id, keys and a clock/,
  ],
  [
    '{"format":"braintree-sandbox state","version":1,"snapshots":[],"merchants":[{"id":"a","keys":[],"clock":{},"plans":[]}]}',
    /the plans of merchant a are a list instead of a map/,
  ],
])('of %s it is told what is wrong', (text, message) => {
  const file = join(folder, 'broken.json')
  writeFileSync(file, text)
  expect(() => readState(file)).toThrow(message)
})

const nonce: Nonce = {
  nonce: '',
  number: { whole: '', bin: '', last4: '', cardType: 'Visa' },
  expirationMonth: '12',
  expirationYear: '2030',
  cardholderName: null,
  billingAddress: null,
  cvvResponse: 'I',
  wantedToken: null,
  token: null,
  customerId: null,
  isConsumed: false,
  createdAt: 0,
}
