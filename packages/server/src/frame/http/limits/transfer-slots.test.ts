import type { MerchantId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTransferSlots } from './limits.ts'

const [one, other, third] = ['one', 'other', 'third'].map((it) => it as MerchantId) as [
  MerchantId,
  MerchantId,
  MerchantId,
]

test('a merchant at its limit leaves places to others, and gets the next one when one of its own ends', () => {
  const slots = createTransferSlots({ ofProcess: 10, ofMerchant: 2 })
  const first = slots.begin(one)
  expect([slots.begin(one).kind, slots.begin(one).kind]).toEqual(['begun', 'merchant is at its limit'])
  expect(slots.begin(other).kind).toBe('begun')
  if (first.kind === 'begun') first.end()
  expect([slots.begin(one).kind, slots.begin(one).kind]).toEqual(['begun', 'merchant is at its limit'])
})

test('all merchants together have no more places than the process', () => {
  const slots = createTransferSlots({ ofProcess: 3, ofMerchant: 2 })
  expect([one, one, other, third].map((it) => slots.begin(it).kind)).toEqual([
    'begun',
    'begun',
    'begun',
    'process is at its limit',
  ])
})

test('a transfer that is ended twice gives back one place', () => {
  const slots = createTransferSlots({ ofProcess: 2, ofMerchant: 2 })
  const [first, second] = [slots.begin(one), slots.begin(one)]
  expect([first.kind, second.kind]).toEqual(['begun', 'begun'])
  if (first.kind === 'begun') for (let times = 0; times < 2; times += 1) first.end()
  expect([slots.begin(one).kind, slots.begin(one).kind]).toEqual(['begun', 'merchant is at its limit'])
})
