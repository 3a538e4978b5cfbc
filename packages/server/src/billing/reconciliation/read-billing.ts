import { isLive } from '@goodword/domain/bills/bill-discount'
import { isDisputed } from '@goodword/domain/bills/processor-payment'
import type { EvidenceKey, Observed } from '@goodword/domain/fraud/fraud-history'
import type { CustomerEvidence } from '@goodword/domain/payments/payment-evidence'
import type { Account } from '@goodword/domain/referrals/account'
import type { Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type { Capabilities } from '../../connectors/connector.ts'
import type { CustomerState, SubscriptionState } from '../../connectors/processor-state.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram, shareProgram } from '../../frame/rows/programs.ts'
import { readSentCodes } from '../../referring/codes/present-code.ts'
import { loadTrackingState } from '../../tracking/load.ts'
import { loadProviderOwners } from '../../tracking/rows/accounts.ts'
import { insertCustomers, loadCustomer, setGoneSince } from '../../tracking/rows/customers/customers.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { actualDiscount, firstDiscount } from '../bills/actual-discount.ts'
import type { ReadSubscription } from '../bills/keep-bills.ts'
import { loadClaimants } from '../rows/claimants.ts'
import { loadSubscriptions, type SubscriptionRow } from '../rows/subscriptions.ts'

/** Payment methods of a customer that are compared, the first that the processor shows. */
const MAX_METHODS = 16

/** The state of a customer that was read at the processor. */
export type CustomerAtProcessor = {
  readonly customerId: string
  /** The discount of the program that was looked for on the subscriptions. */
  readonly discountId: string
  readonly coupon: string | null
  /** The connection is being removed, and the discounts before it: no bill is to have one. */
  readonly isDisconnecting: boolean
  /** Whether notifications are read at the processor: they tell of another subscription. */
  readonly isFollowed: boolean
  readonly capabilities: Capabilities
  readonly subscriptions: readonly SubscriptionState[]
} & Pick<CustomerState, 'paymentMethods' | 'failedPayments'>

/** A customer and the account that is linked with it, as they are before anything is decided. */
export type Billing = Pick<
  CustomerAtProcessor,
  'customerId' | 'isDisconnecting' | 'isFollowed' | 'capabilities'
> & {
  /** Whether the program refunds the excess of bills by itself. */
  readonly mends: boolean
  /** What the program gives referrers for a friend. */
  readonly referrerReward: RewardSpec | null
  /** The currency of prices that came without one. */
  readonly currency: Currency
  readonly account: Account
  readonly evidence: CustomerEvidence
  /** The customer's evidence for fraud rules. */
  readonly observed: Observed
  readonly subscriptions: readonly ReadSubscription[]
  /** Live subscriptions that the processor does not have any more. */
  readonly gone: readonly SubscriptionRow[]
}

/**
 * Reads the stored rows of a customer, and locks its account. Null for a customer of no account: its payments mean nothing yet.
 *
 * Throws if the program has another discount by now: the processor is to be read again.
 */
export async function readBilling(tx: Transaction, customer: CustomerAtProcessor): Promise<Billing | null> {
  await shareProgram(tx)
  const { processorDiscountId, mendBills, currency, referrerReward } = settingsOf(
    (await loadProgram(tx)).settings,
  )
  if (processorDiscountId !== customer.discountId) throw new Error('the discount of the program was changed')
  const { customerId, isDisconnecting, isFollowed, capabilities } = customer
  const coupons = customer.coupon === null ? [] : [readUsedCode(customer.coupon)]
  const [couponCode = null] = await readSentCodes(tx, coupons)
  // Only ids that a merchant may send were ever stored.
  const accountId = await accountOf(tx, customerId as ProviderId, couponCode)
  if (accountId === null) return null
  const { account, boundAt, stored } = await loadBilled(tx, accountId, customer)
  const rows = new Map(stored.map((it) => [it.subscription_id, it]))
  const subscriptions = customer.subscriptions.map((it) => readSubscription(tx, it, rows.get(it.id) ?? null))
  const ids = new Set(customer.subscriptions.map((it) => it.id))
  return {
    customerId,
    isDisconnecting,
    isFollowed,
    capabilities,
    mends: mendBills === 'REFUND',
    currency,
    referrerReward,
    account,
    evidence: {
      ...{ couponCode, boundAt, subscriptions: subscriptions.map((it) => it.seen) },
      ...endOfFormer(subscriptions, customerId),
    },
    observed: observedAtProcessor(tx, customer),
    subscriptions,
    gone: stored.filter((it) => it.is_live && !ids.has(it.subscription_id)),
  }
}

/**
 * The account of the customer. What an unsigned browser call named is only a claim; the customer's own coupon field
 * confirms it if it has the code that the account was attributed by, and no other account claims the same. An account whose
 * customer is gone claims another one the same way.
 */
async function accountOf(
  tx: Transaction,
  customerId: ProviderId,
  couponCode: ReferralCode | null,
): Promise<AccountId | null> {
  const [owner] = await loadProviderOwners(tx, [customerId])
  if (owner !== undefined || couponCode === null) return owner?.external_id ?? null
  const [claimant, another] = await loadClaimants(tx, customerId, couponCode)
  if (claimant === undefined || another !== undefined) return null
  const call = callOf(claimant, [{ kind: 'bind', providerId: customerId }])
  const [tracked] = await trackIn(tx, [{ call, actor: 'processor' }])
  return tracked !== undefined && acceptedOf(tracked).account.providerId === customerId ? claimant : null
}

/**
 * Locks the account. When a customer was bound before the connection was made is not known: it counts as bound with the
 * attribution, by when its code was known, and without one now.
 */
async function loadBilled(
  tx: Transaction,
  accountId: AccountId,
  { customerId, subscriptions }: CustomerAtProcessor,
) {
  const { state } = await loadTrackingState(tx, [callOf(accountId, [])])
  const account = state.accounts.get(accountId)
  if (account === undefined) throw new Error('account of a customer not found')
  const since = account.referral?.startedAt ?? tx.now
  insertCustomers(tx, [{ customer_id: customerId, account_id: account.key, bound_at: since }])
  const [customer, stored] = await Promise.all([
    loadCustomer(tx, customerId),
    loadSubscriptions(tx, customerId),
  ])
  if (customer === null) throw new Error('customer not found after insert')
  const isGone = !subscriptions.some(isLive)
  if (isGone !== (customer.missing_since !== null)) setGoneSince(tx, customerId, isGone ? tx.now : null)
  return { account, boundAt: customer.bound_at, stored }
}

/** When the last subscription of the account’s former customers ended; nothing without one. */
function endOfFormer(
  subscriptions: readonly ReadSubscription[],
  customerId: string,
): Pick<CustomerEvidence, 'formerEndedAt'> {
  const former = subscriptions.filter(({ stored }) => stored !== null && stored.customer_id !== customerId)
  const ends = former.flatMap(({ seen: { endedAt } }) => endedAt ?? [])
  return ends.length === 0 ? {} : { formerEndedAt: Math.max(...ends) }
}

function readSubscription(
  tx: Transaction,
  state: SubscriptionState,
  stored: SubscriptionRow | null,
): ReadSubscription {
  const cameWithDiscount = stored?.came_with_discount ?? state.discount !== null
  const seen = {
    ...state,
    cameWithDiscount,
    discountMinor: stored === null ? firstDiscount(state) : actualDiscount(state),
  }
  return { id: stored?.id ?? tx.newId<string>(), state, seen, stored }
}

/** A call of what the processor shows. */
export function callOf(accountId: AccountId, commands: readonly Command[]): Call {
  return { accountId, source: 'processor', commands }
}

/** The evidence for fraud rules about a customer at the processor: payment methods, and faults of payments. */
function observedAtProcessor(
  tx: Transaction,
  {
    paymentMethods,
    failedPayments,
    subscriptions,
  }: Pick<CustomerState, 'paymentMethods' | 'failedPayments' | 'subscriptions'>,
): Observed {
  const { secretBox } = tx.singleton(secrets)
  const keys = paymentMethods
    .slice(0, MAX_METHODS)
    .map((it): EvidenceKey => ({ kind: 'card', key: secretBox.evidenceKey(tx.tenantId, 'card', it) }))
  const [, ...later] = subscriptions
    .flatMap((it) => it.payments)
    .filter((it) => it.type === 'SALE' && it.status !== 'FAILED')
    .toSorted((one, other) => one.createdAt - other.createdAt)
  // A dispute holds the side until it is won; one of the first payment does so by itself.
  const disputes = later.filter(isDisputed).length
  return {
    keys,
    facts: {
      ...(failedPayments > 0 ? { failedPayments } : {}),
      ...(disputes > 0 ? { disputes } : {}),
    },
  }
}

function secrets({ secretBox }: Context): Pick<Context, 'secretBox'> {
  return { secretBox }
}
