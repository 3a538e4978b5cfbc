import type {
  Connector,
  ConnectorOptions,
  ProcessorClient,
  ProcessorCredentials,
  ReportedBill,
  ReportedBills,
} from '../connector.ts'
import { ProcessorError } from '../processor-error.ts'
import type { PaymentState, SubscriptionState } from '../processor-state.ts'

/**
 * The merchant's own system makes the bills. It is not called: it reports its bills, and reads what each next bill should
 * have off. A discount is set by keeping the amount that the merchant can read.
 */
export const manualConnector: Connector = {
  name: 'Your own system',
  open: openManual,
  accountOf: ({ tenant }) => tenant ?? null,
  publicKeyOf: () => null,
  amountStep: () => 1,
  notificationKinds: [],
  isOwnSystem: true,
  words: {
    keysRejected: 'There are no keys: the program reports its bills with POST bills.',
    webhookMissing: () => null,
  },
  guides: { connect: 'bills#1-connect', webhook: 'bills#1-connect' },
  dashboardLinks: () => null,
}

/** @throws ProcessorError `CREDENTIALS_REJECTED` if the credentials name no tenant */
function openManual({ tenant }: ProcessorCredentials, { reportedBills }: ConnectorOptions): ProcessorClient {
  if (tenant === undefined || tenant === '') {
    const message = 'This is not a possible connection to a system of your own.'
    throw new ProcessorError('CREDENTIALS_REJECTED', { message })
  }
  const bills = reportedBills(tenant)
  const readSubscriptions = async (ids: readonly string[]) =>
    subscriptionsOf(await bills.ofSubscriptions(ids))
  const readSubscription = async (id: string) => (await readSubscriptions([id]))[0] ?? null
  return {
    capabilities: { standing: 'AMOUNT', bills: 'STANDING' },
    takeCallCount: () => 0,
    checkCredentials: async () => tenant,
    findMissingSetup: async () => [],
    accept: async () => noNotifications,
    async readCustomer(id) {
      const subscriptions = subscriptionsOf(await bills.ofCustomer(id))
      const unknown = { referralCoupon: null, paymentMethods: [], failedPayments: 0 }
      return subscriptions.length === 0 ? null : { id, subscriptions, ...unknown }
    },
    readSubscription,
    readSubscriptions,
    readPayments: async (ids) => (await bills.byIds(ids)).map(paymentOf),
    readPayer: async (id) => (await bills.byIds([id]))[0]?.customerId ?? null,
    setStanding: async (id, _, wanted) => setNext(bills, await readSubscription(id), wanted?.amount ?? null),
    refund: async ({ paymentId, inAll }) => refuseRefund(bills, paymentId, inAll.currency),
  }
}

const noNotifications = {
  kind: 'REFUSED',
  param: 'processor',
  message: 'This program reports its bills itself. Use POST bills with an API key.',
  isSigned: false,
} as const

type Amount = SubscriptionState['price']

async function setNext(
  bills: ReportedBills,
  before: SubscriptionState | null,
  wanted: Amount | null,
): Promise<SubscriptionState> {
  if (before === null) throw notFound('No bill of this subscription was reported.')
  const minor = wanted?.minor ?? 0
  if (minor === (before.discount?.amount.minor ?? 0) && hasCurrency(before, wanted)) return before
  if (before.status === 'CANCELLED')
    throw rejected('ENDED', 'The last bill of the subscription was reported.')
  if (!hasCurrency(before, wanted))
    throw rejected('CURRENCY', 'The subscription is billed in another currency.')
  await bills.setNextDiscount(before.id, minor)
  const { currency } = before.price
  return {
    ...before,
    discount: minor === 0 ? null : { amount: { minor, currency }, quantity: 1, billsLeft: null },
  }
}

function hasCurrency({ price }: SubscriptionState, wanted: Amount | null): boolean {
  return wanted === null || wanted.currency === price.currency
}

async function refuseRefund(bills: ReportedBills, id: string, currency: string) {
  const [bill] = await bills.byIds([id])
  if (bill === undefined) throw notFound('No bill of this ID was reported.')
  if (bill.price.currency !== currency) throw rejected('CURRENCY', 'The bill was made in another currency.')
  const message =
    'The service cannot give money back in a system of your own. Give it back there, and waive the bill.'
  return { outcome: 'REFUSED', message } as const
}

function notFound(message: string): ProcessorError {
  return new ProcessorError('NOT_FOUND', { message })
}

function rejected(rejection: 'ENDED' | 'CURRENCY', message: string): ProcessorError {
  return new ProcessorError('REJECTED', { message, rejection })
}

/** The subscriptions that bills are of, the newest first. */
function subscriptionsOf(bills: readonly ReportedBill[]): readonly SubscriptionState[] {
  const bySubscription = Map.groupBy(bills, (it) => it.subscriptionId)
  return [...bySubscription.values()]
    .flatMap((own) => subscriptionOf(own.toSorted((one, other) => (one.day < other.day ? 1 : -1))))
    .sort((one, other) => other.createdAt - one.createdAt)
}

/** The newest bill comes first. One of no price is of a trial, and only says when the next one is made. */
function subscriptionOf(reported: readonly ReportedBill[]): readonly SubscriptionState[] {
  const [newest] = reported
  const oldest = reported.at(-1)
  if (newest === undefined || oldest === undefined) return []
  const { subscriptionId: id, customerId, price, billingInterval, nextBillDate, nextDiscount } = newest
  const bills = reported.filter((it) => it.price.minor > 0)
  const isEnded = nextBillDate === null
  return [
    {
      id,
      customerId,
      planId: 'manual',
      status: isEnded ? 'CANCELLED' : 'ACTIVE',
      isInTrial: !isEnded && bills.length === 0,
      price,
      amountStep: 1,
      billingInterval,
      nextBillDate,
      nextBillAt: null,
      billingDay: Math.max(dayOfMonth(newest.day), nextBillDate === null ? 0 : dayOfMonth(nextBillDate)),
      firstBillDate: bills.at(-1)?.day ?? nextBillDate,
      billCount: bills.length,
      createdAt: oldest.billedAt,
      endedAt: isEnded ? newest.billedAt : null,
      discount: nextDiscount.minor === 0 ? null : { amount: nextDiscount, quantity: 1, billsLeft: null },
      otherAdjustments: 0,
      balance: 0,
      payments: bills.map(paymentOf),
      hasEveryBill: true,
    },
  ]
}

function paymentOf(it: ReportedBill): PaymentState {
  const { price, discountMinor } = it
  return {
    id: it.id,
    type: 'SALE',
    status: 'SETTLED',
    amount: { minor: price.minor - discountMinor, currency: price.currency },
    createdAt: it.billedAt,
    discountAmount: discountMinor,
    billPrice: price.minor,
    otherAdjustments: 0,
    refundIds: [],
    orderId: null,
    periodStart: it.day,
  }
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10))
}
