import { expect, test } from 'vitest'
import { countsOf, wholeText } from './test-data-words.ts'

const none = {
  ...{ accounts: 0, users: 0, referrals: 0, rewards: 0, clicks: 0, events: 0 },
  ...{ deliveries: 0, mails: 0, imports: 0, exports: 0, notifications: 0 },
}

test('the numbers of what will be erased are named, and a count above the limit is not a wrong one', () => {
  expect(wholeText(none)).toBe('Erases what is stored of this test program.')
  expect(wholeText({ ...none, users: 12, referrals: 3, clicks: null })).toBe(
    'Erases 12 people, 3 referrals, and more than 10,000 clicks on share links, with all that belongs to them.',
  )
  expect(countsOf({ ...none, rewards: 1200 })).toContainEqual(['Rewards', '1,200'])
})
