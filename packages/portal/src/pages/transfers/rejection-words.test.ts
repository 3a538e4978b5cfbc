import { expect, test } from 'vitest'
import { rejectionReason } from './rejection-words.ts'

test.each([
  [
    '"firstName" must be a string of 1 to 256 characters without control characters.',
    'First name must be a text of 1 to 256 characters without control characters.',
  ],
  ['"dateConverted" is before "dateReferralStarted".', 'Converted is before “Started”.'],
  [
    '"dateReferralStarted" must be a time. Send the file with dateFormat=MM/DD/YYYY or dateFormat=DD/MM/YYYY.',
    'Started must be a time. Under “How dates are written”, choose MM/DD/YYYY or DD/MM/YYYY.',
  ],
  [
    '"dateExpires" is 1970-01-21. 1767600000 is probably in seconds: send the file with dateFormat=s.',
    'Expires is 1970-01-21. 1767600000 is probably in seconds: under “How dates are written”, choose seconds since 1970.',
  ],
  ['"referrerReward.unit" must be "USD".', '"referrerReward.unit" must be "USD".'],
])('the reason %j is shown as %j', (message, shown) => {
  expect(rejectionReason({ message })).toBe(shown)
})
