type MailTraits = {
  /** The placeholders of its texts, as `{name}`. */
  readonly placeholders: readonly string[]
  /** Strangers can cause it by making up friends. */
  readonly isAboutFriends?: true
  /** Only those get it who are customers. */
  readonly isForCustomers?: true
}

/** The kinds of e-mails that users get, in the order of lists. */
const userMails = {
  FRIEND_JOINED: {
    placeholders: ['friendName', 'reward', 'programName', 'shareLink'],
    isAboutFriends: true,
  },
  REWARD_EARNED: { placeholders: ['reward', 'programName', 'shareLink'] },
  REWARD_EXPIRING: { placeholders: ['reward', 'expiryDate', 'programName', 'shareLink'] },
  DISCOUNT_ENDING: {
    placeholders: ['reward', 'expiryDate', 'programName', 'shareLink'],
    isForCustomers: true,
  },
  SHARE_REMINDER: { placeholders: ['reward', 'programName', 'shareLink'], isForCustomers: true },
  REFERRAL_CHECKED: { placeholders: ['friendName', 'programName', 'shareLink'], isAboutFriends: true },
} as const satisfies Record<string, MailTraits>
export type UserMailKind = keyof typeof userMails

/** Every kind that is sent: also what a user has the service send to a friend, which is a setting of its own. */
const sentMails = {
  ...userMails,
  INVITATION: { placeholders: ['senderName', 'reward', 'programName', 'shareLink'] },
} as const satisfies Record<string, MailTraits>
export type MailKind = keyof typeof sentMails
export const mailTraits: Readonly<Record<MailKind, MailTraits>> = sentMails

// The keys of the tables are the kinds.
/** The kinds of e-mails that a program turns on, and that people choose among. */
export const mailKinds = Object.keys(userMails) as readonly UserMailKind[]
export const allMailKinds = Object.keys(sentMails) as readonly MailKind[]

/** The kinds that are sent some days before something ends. */
export const endNotices = ['REWARD_EXPIRING', 'DISCOUNT_ENDING'] as const satisfies readonly MailKind[]
export type EndNotice = (typeof endNotices)[number]

export function isEndNotice(kind: MailKind): kind is EndNotice {
  return endNotices.some((it) => it === kind)
}

/** The scope of an unsubscription: a kind of e-mail, or all of them. */
export type UnsubscribedKind = MailKind | 'ALL'

/** The kinds of e-mail in lists, with links to the hosted page, which are sent on request. */
export const listedMailKinds = [...allMailKinds, 'PAGE_SIGN_IN'] as const
export type ListedMailKind = (typeof listedMailKinds)[number]

/**
 *   WAITING  until it is due, or until the mail server takes it
 *   SENDING  being handed to the mail server
 *   SENT     accepted by the mail server
 *   KEPT     due, and not sent: of a test program, or without a mail server
 *   SKIPPED  due, and not to be sent any more
 *   FAILED   refused for good
 */
export const mailStates = ['WAITING', 'SENDING', 'SENT', 'KEPT', 'SKIPPED', 'FAILED'] as const
export type MailState = (typeof mailStates)[number]

/** Why an e-mail is not sent, or not yet, as a machine-readable name with its sentence. */
export const mailReasons = {
  TEST_MODE: 'E-mails of test programs are kept and never sent.',
  NO_MAIL_SERVER: 'No mail server is configured (SMTP_URL), so the e-mail was kept and not sent.',
  KIND_OFF: 'The program does not send this kind of e-mail any more.',
  NO_ADDRESS: 'The user has no e-mail address.',
  ADDRESS_UNKNOWN:
    'A link to your page was asked for with an address of no user that your server reported, and the program does not let strangers join.',
  TOO_LATE: 'The e-mail could not be sent while its link was of use.',
  ADDRESS_INVALID: 'The address of the user cannot receive e-mail.',
  ADDRESS_UNVERIFIED:
    'Only unsigned browser calls reported the address. Send the user from your server, or sign the call.',
  UNSUBSCRIBED: 'The recipient unsubscribed.',
  MODERATION_DENIED: 'This side of the referral was denied.',
  SUPPRESSED: 'The address is suppressed: its owner, the merchant or a mail server asked for no invitations.',
  ADDRESS_KNOWN: 'The address belongs to a user of the program already.',
  INVITED_BEFORE: 'The address was invited within the last 12 months.',
  OUTDATED: 'The referral or the reward changed in the meantime, so the e-mail would not be true any more.',
  ACCOUNT_BLOCKED: 'The account of the recipient is blocked.',
  ACCOUNT_LEFT: 'The account cancelled its subscription, so it is no customer any more.',
  HAS_SHARED: 'The recipient has shared their link, so they need no reminder.',
  TOO_MANY:
    'As many e-mails of this kind as may be sent were sent: to the recipient within 24 hours, or to addresses of no user within an hour. An invitation waits for its turn.',
  RECIPIENT_REFUSED: 'The mail server refused the recipient.',
  SENDER_REFUSED: 'The mail server refused the sender.',
  MESSAGE_REFUSED: 'The mail server refused the message.',
  REFUSED_FOR_NOW: 'The mail server refused the e-mail for now. It is tried again.',
  GAVE_UP: 'The mail server refused the e-mail temporarily too many times.',
  SERVER_UNREACHABLE: 'The mail server could not be reached, or closed the connection. It is tried again.',
  SERVER_TIMED_OUT: 'The mail server did not answer in time. It is tried again.',
  TLS_FAILED: 'No encrypted connection to the mail server could be made. It is tried again.',
  LOGIN_FAILED: 'The mail server rejected the user name or the password. It is tried again.',
} as const satisfies Record<string, string>
export type MailReason = keyof typeof mailReasons

const PLACEHOLDER = /\{(\w{1,40})\}/g

/** Whether a text has only placeholders of a kind; other braces are ordinary text. */
export function hasOnlyPlaceholdersOf(kind: MailKind, text: string): boolean {
  return [...text.matchAll(PLACEHOLDER)].every(([, name = '']) =>
    mailTraits[kind].placeholders.includes(name),
  )
}
