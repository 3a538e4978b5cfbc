/** The texts for friends who come by a share link: the offer, and the hint beside a code field. */
export const welcome = {
  gives: '{referrerName} gives you {reward}',
  given: 'A friend gives you {reward}',
  recommends: '{referrerName} recommends this to you',
  recommended: 'A friend recommends this to you',
  aFriend: 'A friend',
  entered: 'For new customers. The code {code} is entered for you when you sign up.',
  until: 'Valid until {date}.',
  applied: 'Code {code} is applied: {title}.',
  invalid: 'This code does not work. Check the spelling, or go on without it.',
  inactive: 'No code can be used at the moment. You can go on without one.',
  dismiss: 'Close',
} as const
