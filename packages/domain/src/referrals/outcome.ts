import { billReasons } from '../bills/bill-states.ts'
import { type FraudRuleName, type FraudSignal, fraudRules } from '../fraud/fraud.ts'
import type { AccountKey, ProviderId, ReferralId, RewardId, UserKey } from '../values/ids.ts'
import { currencyDecimals, type Money, priceToNumber } from '../values/money.ts'
import type { ReferralCode } from './referral-code.ts'

/**
 * The kinds of outcomes. Each is stored as an event and shown on the account's timeline. The events feed publishes some,
 * and webhooks, e-mails and statistics follow from it. One without effect is idle: stored once per account, reason and
 * code.
 */
const outcomeKinds = {
  'user.created': 'PUBLISHED',
  'referral.started': 'PUBLISHED',
  'referral.converted': 'PUBLISHED',
  'referral.ended': 'PUBLISHED',
  'referral.link.seen': 'PUBLISHED',
  'referral.flagged': 'PUBLISHED',
  'referral.moderated': 'PUBLISHED',
  'referral.appealed': 'PUBLISHED',
  'referral.overdue': 'PUBLISHED',
  'friends.invited': 'TIMELINE',
  'reward.created': 'PUBLISHED',
  'reward.given': 'PUBLISHED',
  'reward.cancelled': 'PUBLISHED',
  'reward.restored': 'PUBLISHED',
  'reward.skipped': 'TIMELINE',
  'reward.queued': 'TIMELINE',
  'reward.billed': 'TIMELINE',
  'reward.redeemed': 'PUBLISHED',
  'reward.balance.changed': 'PUBLISHED',
  'payment.reversed': 'TIMELINE',
  'account.closed': 'PUBLISHED',
  'account.blocked': 'PUBLISHED',
  'account.unblocked': 'PUBLISHED',
  'customer.replaced': 'TIMELINE',
  'discount.drifted': 'PUBLISHED',
  'discount.waiting': 'IDLE',
  'discount.changed': 'PUBLISHED',
  'discount.failed': 'PUBLISHED',
  'bill.wrong': 'PUBLISHED',
  'bill.mended': 'PUBLISHED',
  'bill.mend.requested': 'TIMELINE',
  'bill.waived': 'TIMELINE',
  'connection.broken': 'PUBLISHED',
  'export.completed': 'PUBLISHED',
  test: 'PUBLISHED',
  'attribution.skipped': 'IDLE',
  'conversion.waiting': 'IDLE',
  'conversion.skipped': 'IDLE',
  'cancellation.skipped': 'IDLE',
} as const satisfies Record<string, 'PUBLISHED' | 'TIMELINE' | 'IDLE'>
export type OutcomeType = keyof typeof outcomeKinds
export type PublishedOutcome = {
  [Type in OutcomeType]: (typeof outcomeKinds)[Type] extends 'PUBLISHED' ? Type : never
}[OutcomeType]

/** Why, as a machine-readable name with the sentence that a timeline shows. */
export const reasons = {
  IDENTIFIED: 'The user was identified for the first time.',
  EXPLICIT_CODE: 'A referral code was given for the account.',
  COUPON_FIELD: 'The customer’s coupon field at the payment processor named the referral code.',
  TRACKING_COOKIE: 'The tracking cookie of a share link named the referral code.',
  ATTRIBUTED_BY_HAND: 'The account was attributed by hand.',
  IMPORTED: 'The referral was imported from a file.',
  SHARE_LINK_SEEN:
    'The friend’s browser had the tracking cookie of the share link when it first identified a user: the code came by the link.',
  INVITED_BY_EMAIL: 'The user had invitations sent to friends by e-mail.',
  FIRST_PAYMENT: 'The account paid for the first time.',
  SUBSCRIPTION_CANCELLED: 'The subscription was cancelled.',
  ATTRIBUTED: 'The account was referred and gets the friend’s reward.',
  CONVERTED: 'The referral converted.',
  REFERRAL_ENDED: 'The referral has ended and cannot be restarted.',
  EXISTING_CUSTOMER: 'The account paid before it was referred, so it can no longer be referred.',
  ALREADY_REFERRED: 'The account was already referred. Only the first code counts.',
  ALREADY_CONVERTED: 'The referral had already converted.',
  ALREADY_PAID: 'The account had already paid. Only the first payment counts.',
  SELF_REFERRAL: 'The code belongs to a user of the same account.',
  CODE_UNKNOWN: 'The code does not exist in this program.',
  CODE_DISABLED: 'The code was disabled.',
  CODE_EXPIRED: 'The code had expired.',
  BLOCKED_BY_HAND:
    'The account was blocked: its codes attribute no new accounts, and the referrer’s side of its referrals in progress waits.',
  UNBLOCKED_BY_HAND: 'The account was unblocked.',
  ACCOUNT_BLOCKED: 'The account is blocked, so it cannot be referred.',
  REFERRER_BLOCKED: 'The referrer’s account is blocked.',
  REFERRER_UNBLOCKED: 'The referrer’s account is no longer blocked.',
  PROGRAM_INACTIVE: 'The program is off, so no accounts are attributed.',
  USER_KNOWN_BEFORE: 'The tracking cookie counts only the first time that a browser call identifies a user.',
  NO_USER_IDENTIFIED:
    'The account paid. The referral converts when the first user of the account is identified.',
  SIGNATURE_REQUIRED: 'The program accepts payments from browsers only in signed calls.',
  PROCESSOR_DECIDES:
    'The payment processor is connected, so a payment reported by a browser is recorded and converts nothing.',
  UNSIGNED_IGNORED: 'The program ignores payments reported by unsigned browser calls.',
  UNSIGNED_CONVERSION:
    'Your server never confirmed this payment: only your pages reported it, without a signature, and the referrer has more such conversions than the program allows. The referrer’s side waits for a confirmation.',
  UNCONFIRMED_USER:
    'Your server never confirmed this person: only your pages named them and the code, without a signature. The referrer’s side waits for a confirmation.',
  PAID_ON_PAGE_BEFORE:
    'Unsigned browser calls reported a payment before your server named the code. Both sides wait for a decision by staff.',
  REPLACED_BY_SERVER:
    'Your server named another code. It takes the place of one that only unsigned browser calls had named.',
  ATTRIBUTION_CONFIRMED:
    'The user or the code that only an unsigned browser call had named was confirmed by your server or a signed call.',
  PAYMENT_CONFIRMED:
    'The payment reported by an unsigned browser call was confirmed by your server, a signed call or staff.',
  FIRST_PAYMENT_VOIDED:
    'The friend’s first payment was voided, and no other payment of the friend has settled. The referrer’s side waits.',
  FIRST_PAYMENT_REFUNDED:
    'The friend’s first payment was refunded in full, and no other payment of the friend has settled. The referrer’s side waits.',
  FIRST_PAYMENT_DISPUTED:
    'The friend’s bank disputes the first payment, and no other payment of the friend has settled. The referrer’s side waits.',
  LATER_PAYMENT_SETTLED: 'A later payment of the friend has settled.',
  DISPUTE_WON: 'The dispute of the friend’s payment was won.',
  FIRST_PAYMENT_STANDS: 'The friend’s first payment is no longer reversed.',
  VOID_REPORTED: 'Your server reported that the first payment of the account was voided.',
  REFUND_REPORTED: 'Your server reported that the first payment of the account was refunded.',
  PARTIAL_REFUND_REPORTED:
    'Your server reported that a part of the first payment of the account was refunded. That alone changes nothing.',
  DISPUTE_REPORTED: 'Your server reported that the first payment of the account is disputed.',
  LATER_PAYMENT_REVERSED:
    'Your server reported that a later payment of the account was reversed, or that its dispute was won.',
  DISPUTE_WON_REPORTED: 'Your server reported that the dispute of the first payment was won.',
  NOT_REFERRED: 'The account was not referred, so no referral ended.',
  MODERATION: 'The moderation status of this side changed.',
  RULE_FAILED: 'A fraud rule failed to run, so the referrer’s side waits for a decision by staff.',
  STAFF_APPROVED: 'Approved by staff.',
  STAFF_PENDED: 'Put on hold by staff until they decide.',
  STAFF_DENIED: 'Denied by staff.',
  APPEALED: 'The referrer wrote something about the referral that is checked.',
  REVIEW_OVERDUE: 'Nobody decided within the review period of the program, so the referral waits on.',
  REVIEW_ENDED: 'Nobody decided within the review period of the program, so it was approved by itself.',
  FRIEND_PAID: 'A friend paid, and the referrer gets a share of it.',
  SHARE_TAKEN_BACK:
    'A payment of a friend was refunded, voided or disputed, so the referrer’s share of it was taken back from credit that was not used.',
  MILESTONE_REACHED: 'The referrer has brought the number of friends of a milestone.',
  MILESTONE_LOST:
    'A friend ceased to count, so the referrer has no longer brought the number of friends of a milestone.',
  REWARD_LIMIT_REACHED: 'The referrer has reached the maximum number of rewards of the program.',
  OTHERS_COME_FIRST:
    'Other discounts of the account come first. It waits for them, and is used when its turn comes.',
  NEXT_IN_QUEUE:
    'The bill had this discount and no other one that waits: it was the next of those that are used one after another.',
  GIVEN_BY_HAND: 'The reward was created manually.',
  BALANCE_IMPORTED: 'The balance was imported from a file.',
  CANCELLED_BY_HAND: 'The reward was cancelled manually.',
  REDEEMED: 'Credit was redeemed.',
  BILLED: 'Credit was taken off a bill.',
  CHANGED_AT_PROCESSOR: 'The discount was changed at the payment processor, and is corrected.',
  CUSTOMER_REPLACED:
    'The account was linked with another customer of the payment processor, because the former one was deleted or had no live subscription. The note names the former one and the new one.',
  CUSTOMER_NOT_BOUND:
    'The account has a reward and is not linked to a customer of the payment processor. Its bills get the discount when it is.',
  NO_LIVE_SUBSCRIPTION:
    'The account has a reward and no live subscription at the payment processor. Its bills get the discount when it has one.',
  CREDIT_RESERVED: 'The credit reserved for the next bill changed.',
  DISCOUNT_SET: 'The discount of the next bill was set at the payment processor.',
  DISCOUNT_REJECTED:
    'The payment processor did not accept the discount of the next bill. The change is tried again.',
  CHANGED_BY_SOMEONE_ELSE:
    'Someone else at the payment processor changes the discount of the next bill back again and again. It is corrected after waits that grow to a day.',
  CREDENTIALS_REJECTED:
    'The payment processor rejected the credentials of the connection. Send new ones with PUT connection.',
  EXPORT_COMPLETED: 'An export has ended.',
  TEST_REQUESTED: 'A test event was requested.',
  AWAITING_PAYMENT: 'The referral waits for the account’s first payment.',
  REWARD_SCHEDULED: 'The referrer’s reward is given after its hold period.',
  ...billReasons,
} as const satisfies Record<string, string>
export type Reason = keyof typeof reasons | FraudRuleName

// The keys of the table are the types.
export const idleOutcomes = (Object.keys(outcomeKinds) as OutcomeType[]).filter(
  (it) => outcomeKinds[it] === 'IDLE',
)

export function isPublished(type: OutcomeType): boolean {
  return outcomeKinds[type] === 'PUBLISHED'
}

/** How many invalid codes of browser calls are stored per account and reason: anyone can invent them. */
export const SKIPPED_CODES_OF_BROWSERS = 8

/**
 * Two outcomes of an account with the same text are kept as one, the first; null for one that is always kept. Codes that
 * browsers name share a few hash slots, so that unsigned calls add a bounded number of events to an account.
 */
export function keptOnceAs(
  { type, reason, code }: Pick<Outcome, 'type' | 'reason' | 'code'>,
  actor: string,
): string | null {
  if (!idleOutcomes.includes(type)) return null
  const about = code !== undefined && actor === 'browser' ? `browser ${slotOf(code)}` : (code ?? '')
  return `${type} ${reason} ${about}`
}

function slotOf(code: ReferralCode): number {
  const sum = [...code].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return sum % SKIPPED_CODES_OF_BROWSERS
}

/** One result of a command. It has the code if it is about a code. */
export type Outcome = {
  readonly type: OutcomeType
  readonly reason: Reason
  readonly account: AccountKey
  readonly code?: ReferralCode
  readonly user?: UserKey
  readonly referralId?: ReferralId
  /** The account whose code the referral uses: its timeline shows the referral as well. */
  readonly referrer?: AccountKey
  readonly rewardId?: RewardId
  /** ID of another record of ours that it is about: a redemption, a reserved credit, a subscription, a bill, an export. */
  readonly resourceId?: string
  /** The price of the account's subscription when its referral converted, if it was known. */
  readonly price?: Money
  /** When it happened, if that was before now. */
  readonly at?: number
  /** How long a side waited for this decision of staff. */
  readonly waitedMs?: number
  /**
   * The discount at the payment processor before and after; for a wrong bill the expected and the actual one; for a refund
   * 0 and the refunded amount.
   */
  readonly amounts?: AmountChange
  /** The former and the new customer of the payment processor. */
  readonly customers?: { readonly before: ProviderId; readonly after: ProviderId }
}

/** An outcome as it is stored: also one of no account, such as a broken connection or an export. */
export type StoredOutcome = Omit<Outcome, 'account'> & { readonly account: AccountKey | null }

export type AmountChange = { readonly before: Money; readonly after: Money }

/** A call that is refused as expected; nothing of it is kept. */
export type Refused = {
  readonly code:
    | 'REFERRAL_CODE_NOT_FOUND'
    | 'SELF_REFERRAL'
    | 'PROVIDER_ID_TAKEN'
    | 'CODE_TAKEN'
    | 'USER_ERASED'
    | 'ALREADY_REFERRED'
    | 'REFERRAL_DIFFERS'
    | 'EXISTING_CUSTOMER'
    | 'ACCOUNT_BLOCKED'
    | 'PROGRAM_INACTIVE'
    | 'VALIDATION_FAILED'
  readonly param: string
  readonly message: string
  /** The customer of the account that must be gone before the call can be accepted. */
  readonly unlessGone?: ProviderId
}

/** Says what the amounts of an outcome were and are. */
export function amountsSentence(type: OutcomeType, { before, after }: AmountChange): string {
  if (type === 'bill.wrong') return `It should have been ${amountText(before)} and was ${amountText(after)}.`
  if (type === 'bill.mended') return `Refunded: ${amountText(after)}.`
  return `It was ${amountText(before)} and became ${amountText(after)}.`
}

function amountText(money: Money): string {
  return `${priceToNumber(money).toFixed(currencyDecimals(money.currency))} ${money.currency}`
}

/** The sentence of a reason; a fraud rule's own sentence when it is one. */
export function sentenceOf(reason: Reason): string {
  return reason in fraudRules
    ? fraudRules[reason as FraudRuleName].sentence
    : reasons[reason as keyof typeof reasons]
}

/** Whether a text is a reason that this release knows. */
export function isReason(text: string): text is Reason {
  return Object.hasOwn(reasons, text) || Object.hasOwn(fraudRules, text)
}

/** The reason that a signal gives: its rule, unless the rule could not be run. */
export function reasonOfSignal({ rule, failed }: FraudSignal): Reason {
  return failed === true ? 'RULE_FAILED' : rule
}
