import { expect, test } from 'vitest'
import { hasOnlyPlaceholdersOf } from './mail.ts'

test.each([
  ['FRIEND_JOINED', '{friendName} got {reward} from {programName}: {shareLink}', true],
  ['FRIEND_JOINED', 'until {expiryDate}', false],
  ['REWARD_EARNED', '{reward}', true],
  ['REWARD_EARNED', '{friendName}', false],
  ['REWARD_EXPIRING', '{reward} until {expiryDate}', true],
  ['REWARD_EXPIRING', '{email}', false],
  ['REWARD_EXPIRING', '{constructor}', false],
  ['DISCOUNT_ENDING', '{reward} until {expiryDate}', true],
  ['SHARE_REMINDER', '{shareLink}', true],
  ['SHARE_REMINDER', '{expiryDate}', false],
  ['REWARD_EARNED', 'a { b } {} {{reward}} {two words}', true],
] as const)('%s may say %j: %s', (kind, text, isAllowed) => {
  expect(hasOnlyPlaceholdersOf(kind, text)).toBe(isAllowed)
})
