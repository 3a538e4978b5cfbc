/** Errors about what referrers write about referrals that are checked. */
export const referralErrors = {
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
