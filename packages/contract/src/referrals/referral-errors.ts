/** Errors about referrals. */
export const referralErrors = {
  SELF_REFERRAL: {
    status: 400,
    title: 'The code belongs to the same account',
    when: 'The referral code belongs to a user of the account that it was used for.',
    remedy: 'Inform the customer that they cannot use their own code, and send the request without it.',
  },
  APPEAL_NOT_FOUND: {
    status: 404,
    title: 'There is nothing to write about',
    when: 'The token of a notice is not complete, or its referral is decided by now.',
    remedy:
      'Open the link of the notice again, and copy all of it. After the decision it does not work any more.',
  },
  ALREADY_APPEALED: {
    status: 409,
    title: 'Something was written already',
    when: 'The referrer has written another text about this referral before.',
    remedy: 'Wait for the decision. What was written first is kept.',
  },
} as const
