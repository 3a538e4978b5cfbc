import { expect, test } from 'vitest'
import { MAX_FRIENDS_A_DAY, type MailFacts, skipReason } from './mail-decision.ts'

const friend: MailFacts = {
  kind: 'FRIEND_JOINED',
  isKindOn: true,
  address: 'bob@example.com',
  isDeliverable: true,
  isVerified: true,
  takesUnverified: false,
  isUnsubscribed: false,
  moderation: 'APPROVED',
  referralStatus: 'IN_PROGRESS',
  rewardStatus: null,
  hasEndMoved: false,
  isBlocked: false,
  hasLeft: false,
  hasShared: false,
  sentToday: 0,
}
const reward: MailFacts = { ...friend, kind: 'REWARD_EARNED', rewardStatus: 'AVAILABLE' }
const ending: MailFacts = { ...reward, kind: 'DISCOUNT_ENDING' }
const reminder: MailFacts = {
  ...friend,
  kind: 'SHARE_REMINDER',
  moderation: null,
  referralStatus: null,
}
const manual: MailFacts = { ...reward, moderation: null, referralStatus: null }

test.each<[string, MailFacts, string | null]>([
  ['a friend who joined', friend, null],
  ['a friend who has converted since', { ...friend, referralStatus: 'CONVERTED' }, null],
  ['a friend who has left since', { ...friend, referralStatus: 'ENDED' }, 'OUTDATED'],
  ['a side that waits for moderation', { ...friend, moderation: 'PENDING' }, null],
  ['a side that was denied', { ...friend, moderation: 'DENIED' }, 'MODERATION_DENIED'],
  ['a reward that is available', reward, null],
  ['credit that stays after the referral ended', { ...reward, referralStatus: 'ENDED' }, null],
  ['a reward that was cancelled', { ...reward, rewardStatus: 'CANCELLED' }, 'OUTDATED'],
  ['a reward that was redeemed', { ...reward, rewardStatus: 'REDEEMED' }, 'OUTDATED'],
  ['a reward that has expired', { ...reward, rewardStatus: 'EXPIRED' }, 'OUTDATED'],
  ['a manual reward', manual, null],
  ['a kind that was turned off', { ...friend, isKindOn: false }, 'KIND_OFF'],
  ['a user without an address', { ...friend, address: null, isDeliverable: false }, 'NO_ADDRESS'],
  ['an address that no mailbox has', { ...friend, isDeliverable: false }, 'ADDRESS_INVALID'],
  ['an address of unsigned calls', { ...friend, isVerified: false }, 'ADDRESS_UNVERIFIED'],
  ['the same where the program takes it', { ...friend, isVerified: false, takesUnverified: true }, null],
  ['an address that unsubscribed', { ...friend, isUnsubscribed: true }, 'UNSUBSCRIBED'],
  [
    'an unverified address that unsubscribed',
    { ...friend, isVerified: false, takesUnverified: true, isUnsubscribed: true },
    'UNSUBSCRIBED',
  ],
  ['the last friend of a day', { ...friend, sentToday: MAX_FRIENDS_A_DAY - 1 }, null],
  ['one friend more', { ...friend, sentToday: MAX_FRIENDS_A_DAY }, 'TOO_MANY'],
  ['a blocked account', { ...reward, isBlocked: true }, 'ACCOUNT_BLOCKED'],
  ['a discount that ends', ending, null],
  ['a discount that ends later than was known', { ...ending, hasEndMoved: true }, 'OUTDATED'],
  ['a discount that has ended', { ...ending, rewardStatus: 'EXPIRED' }, 'OUTDATED'],
  ['a discount of an account that left', { ...ending, hasLeft: true }, 'ACCOUNT_LEFT'],
  ['credit of an account that left', { ...reward, hasLeft: true }, null],
  ['a customer who never shared', reminder, null],
  ['a person who has shared', { ...reminder, hasShared: true }, 'HAS_SHARED'],
  ['a reminder to an account that left', { ...reminder, hasLeft: true }, 'ACCOUNT_LEFT'],
  ['a friend of a person who has shared', { ...friend, hasShared: true }, null],
  ['any number of rewards', { ...reward, sentToday: MAX_FRIENDS_A_DAY }, null],
])('an e-mail is sent or not because of %s', (_what, facts, reason) => {
  expect(skipReason(facts)).toBe(reason)
})
