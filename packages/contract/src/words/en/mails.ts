/** E-mails to referrers and friends. */
export const mails = {
  greeting: 'Hello {firstName},',
  greetingWithoutName: 'Hello,',
  aFriend: 'A friend',
  aReward: 'a reward',

  'FRIEND_JOINED.subject': '{friendName} joined through your link',
  'FRIEND_JOINED.heading': 'Your recommendation arrived',
  'FRIEND_JOINED.body':
    '{friendName} has joined through your link. As soon as they become a customer, you get {reward}.',
  'FRIEND_JOINED.bodyWithoutReward':
    '{friendName} has joined through your link. Thank you for recommending us.',
  'FRIEND_JOINED.button': 'Share your link again',

  'REWARD_EARNED.subject': 'You have earned a reward',
  'REWARD_EARNED.heading': 'A reward for you',
  'REWARD_EARNED.body': 'Thank you. This is yours: {reward}.',
  'REWARD_EARNED.button': 'Invite your friends',

  'REWARD_EXPIRING.subject': 'Your reward expires on {expiryDate}',
  'REWARD_EXPIRING.heading': 'Your reward expires soon',
  'REWARD_EXPIRING.body': 'You have not used this yet: {reward}. It expires on {expiryDate}.',
  'REWARD_EXPIRING.button': '',

  'DISCOUNT_ENDING.subject': 'Your discount ends on {expiryDate}',
  'DISCOUNT_ENDING.heading': 'Your discount ends soon',
  'DISCOUNT_ENDING.body':
    'You have this until {expiryDate}: {reward}. If another friend becomes a customer by your link, you get a new reward.',
  'DISCOUNT_ENDING.button': 'Share your link',

  'SHARE_REMINDER.subject': 'Your link to share',
  'SHARE_REMINDER.heading': 'Do you know someone who would like this?',
  'SHARE_REMINDER.body':
    'You have a link of your own. For each friend who becomes a customer by it, you get {reward}. We remind you of it this one time.',
  'SHARE_REMINDER.bodyWithoutReward':
    'You have a link of your own. Send it to friends who would like what we do. We remind you of it this one time.',
  'SHARE_REMINDER.button': 'Open your link',

  'REFERRAL_CHECKED.subject': 'We are checking an invitation of yours',
  'REFERRAL_CHECKED.heading': 'An invitation is being checked',
  'REFERRAL_CHECKED.body':
    'We are checking this invitation ({friendName}) before the reward is given. There is nothing that you have to do. If there is something that we should know, you can write it to us once.',
  'REFERRAL_CHECKED.button': 'Write to us',
  checkedUntil: 'This can take until {expiryDate}.',

  'INVITATION.subject': '{senderName} invites you to {programName}',
  'INVITATION.heading': 'An invitation from {senderName}',
  'INVITATION.body':
    '{senderName} uses what we offer, and thinks that you would like it too. If you become a customer by this link, you get {reward}.',
  'INVITATION.bodyWithoutReward':
    '{senderName} uses what we offer, and thinks that you would like it too. This link leads you to us.',
  'INVITATION.button': 'See what it is',
  invitedBecause:
    'You receive this one e-mail because {senderName} entered your address and asked us to write to you ({programName}). {senderName} may get a reward if you become a customer. We erase your address after 30 days, and send no reminder.',
  privacy: 'What we do with personal data',
  noInvitations: 'Send me no more invitations',

  'PAGE_SIGN_IN.subject': 'Sign in to {programName}',
  'PAGE_SIGN_IN.heading': 'Your link',
  'PAGE_SIGN_IN.body': 'Press the button to open your page. The link works once, for a quarter of an hour.',
  'PAGE_SIGN_IN.button': 'Open my page',
  'PAGE_SIGN_IN.why':
    'You receive this e-mail because this address was entered on the page of {programName}. If that was not you, ignore it: no one gets in without this e-mail.',

  queuedFrom: 'It is used after the discounts that you have already, from {beginDate} on.',
  validUntil: 'Valid until {expiryDate}.',
  why: 'You receive this e-mail because you take part in this program: {programName}.',
  unsubscribe: 'Unsubscribe from these e-mails',
} as const
