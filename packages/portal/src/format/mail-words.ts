import type { MailKind, UserMailKind } from '@goodword/domain/outbound/mail'

export const mailKindNames: Readonly<Record<MailKind, string>> = {
  FRIEND_JOINED: 'A friend joined',
  REWARD_EARNED: 'Reward earned',
  REWARD_EXPIRING: 'Reward expires soon',
  DISCOUNT_ENDING: 'Discount ends soon',
  SHARE_REMINDER: 'Reminder to share',
  REFERRAL_CHECKED: 'Referral is checked',
  INVITATION: 'Invitation to a friend',
}

export const mailKindHints: Readonly<Record<UserMailKind, string>> = {
  FRIEND_JOINED: 'To the referrer, when a friend came through the link.',
  REWARD_EARNED: 'To the referrer, when the friend has paid and the reward is given.',
  REWARD_EXPIRING: 'To the owner of a reward that is not used and expires soon.',
  DISCOUNT_ENDING: 'To a customer whose percentage ends soon; one a day at most.',
  SHARE_REMINDER: 'Once, to a customer who pays and who has never shared.',
  REFERRAL_CHECKED:
    'To the referrer, when a reward waits for your decision: without the reason, with the date, and with a link to write to you once.',
}

/** The values of placeholders in sent e-mails. */
export const placeholderMeanings: Readonly<Record<string, string>> = {
  senderName: 'first name of the person who invites',
  friendName: 'first name and initial of the friend',
  reward: 'the reward, such as “10% off for 12 months”',
  programName: 'the name of the program',
  shareLink: 'the share link of the person',
  expiryDate: 'the day on which the reward ends',
}
