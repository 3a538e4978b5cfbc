import { expect, test } from 'vitest'
import { mappingsFor, sizeText } from './transfer-words.ts'

test('sizes are in the largest unit that fits', () => {
  const sizes = [0, 999, 1000, 1_250_000, 1_073_741_824, 5e12].map(sizeText)
  expect(sizes).toEqual(['0 bytes', '999 bytes', '1 kB', '1.3 MB', '1.1 GB', '5,000 GB'])
})

test('only mappings that know a kind are offered for it', () => {
  expect(mappingsFor('balances')).toEqual(['saasquatch'])
  expect(mappingsFor('users')).toContain('referralcandy')
  expect(mappingsFor('referrals')).not.toContain('referralcandy')
})
