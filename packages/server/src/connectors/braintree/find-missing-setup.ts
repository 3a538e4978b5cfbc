import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type braintree from 'braintree'
import type { SetupFinding } from '../connector.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import { couponOf } from './read-customer.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { missingPermission, type Permission, permitted } from './sdk/permissions.ts'
import { codesOf, rejectionOf } from './sdk/rejection.ts'
import { shaped } from './sdk/shapes.ts'

/** The values that the guide has merchants enter. The amount counts only where no other one is set. */
const usual = { name: 'Referral Discount', amount: '1.00' }

/**
 * Nothing has this ID, so that requests change nothing: they are answered 404 if they are permitted, and 403 if not. The
 * permissions for customers and discounts show when these are checked.
 */
const requests: readonly (readonly [
  Permission,
  operation: string,
  (gateway: braintree.BraintreeGateway) => Promise<unknown>,
])[] = [
  ['View Subscription Plans', 'plan.all', (gateway) => gateway.plan.all()],
  ['View Subscriptions', 'subscription.find', (gateway) => gateway.subscription.find(SETUP_CHECK_ID)],
  [
    'Search Subscriptions',
    'subscription.search',
    (gateway) => searchIds(gateway, (search) => search.id().is(SETUP_CHECK_ID)),
  ],
  [
    'Add/Edit Subscriptions',
    'subscription.update',
    (gateway) => gateway.subscription.update(SETUP_CHECK_ID, {} as never),
  ],
  [
    'Credit Previous Transactions (Refunds)',
    'transaction.refund',
    (gateway) => gateway.transaction.refund(SETUP_CHECK_ID, '0.01'),
  ],
]

export async function findMissingSetup(
  calls: CallGateway,
  discountId: string,
): Promise<readonly SetupFinding[]> {
  const discount = await checkDiscount(calls, discountId)
  const field = await checkCustomField(calls)
  return [...field, ...discount, ...(await checkPermissions(calls))]
}

async function checkDiscount({ read }: CallGateway, discountId: string): Promise<readonly SetupFinding[]> {
  const discounts = await permitted(
    read('discount.all', async (gateway) => shaped('discounts', await gateway.discount.all())),
  )
  if (discounts === null) return [missingPermission('View Modifications')]
  const found = discounts.find(({ id }) => id === discountId)
  const finding = { item: 'DISCOUNT', name: discountId } as const
  if (found === undefined) {
    const message = `Braintree has no discount with the ID "${discountId}". Create it in the Control Panel under Subscriptions, Discounts: name "${usual.name}", amount ${usual.amount}, for the duration of the subscription.`
    return [{ ...finding, severity: 'missing', message }]
  }
  if (found.numberOfBillingCycles != null) {
    const message = `The discount "${discountId}" ends after ${found.numberOfBillingCycles} billing cycles. Change its duration in the Control Panel to the duration of the subscription.`
    return [{ ...finding, severity: 'missing', message }]
  }
  if (found.name === usual.name && found.amount === usual.amount) return []
  const message = `The discount "${discountId}" has the name "${found.name ?? ''}" and the amount ${found.amount}, instead of "${usual.name}" and ${usual.amount}. It works, if it is the one for referrals.`
  return [{ ...finding, severity: 'warning', message }]
}

async function checkPermissions({ read }: CallGateway): Promise<readonly SetupFinding[]> {
  const findings = await Promise.all(
    requests.map(async ([permission, operation, request]) => {
      const isPermitted = await permitted(orNull(read(operation, request)).then(() => true))
      return isPermitted === null ? [missingPermission(permission)] : []
    }),
  )
  return findings.flat()
}

type SubscriptionSearch = { readonly id: () => { readonly is: (value: string) => unknown } }

type Found = { readonly success: boolean; readonly ids: unknown }

/** The SDK's published types have neither the criteria nor the callback. */
type Searching = {
  readonly search: (
    ask: (search: SubscriptionSearch) => void,
    done: (error: Error | null | undefined, found: Found) => void,
  ) => void
}

async function searchIds(
  gateway: braintree.BraintreeGateway,
  ask: (search: SubscriptionSearch) => void,
): Promise<readonly string[]> {
  const searching = gateway.subscription as unknown as Searching
  const found = await new Promise<Found>((resolve, reject) => {
    searching.search(ask, (error, result) => (error == null ? resolve(result) : reject(error)))
  })
  if (!found.success)
    throw new ProcessorError('REJECTED', { message: 'Braintree rejected the search for subscriptions.' })
  return shaped('ids', found.ids)
}

/** ID of the customer that the check of the custom field creates and deletes. Nothing else has it. */
const SETUP_CHECK_ID = 'goodword-setup-check'

const NAME = 'referral_coupon'
const VALUE = 'GOODWORD'

const INVALID_FIELD = '91602'
const ID_IN_USE = '91609'

/** Enough for other processes that check the same merchant at the same time, with the same customer. */
const MAX_ROUNDS = 6
/**
 * The longest pause between two attempts, about what a check needs from the creation to the deletion. It is random, so
 * that checks do not stay in step.
 */
const MAX_PAUSE_MS = 250

const running = new WeakMap<CallGateway, Promise<readonly SetupFinding[]>>()

/**
 * Custom fields cannot be listed, and a field that is not stored is returned once all the same. So a customer is created,
 * read and deleted; one that was left behind is deleted first. Checks of one client at the same time are one check, because
 * they would delete each other's customer.
 */
function checkCustomField(calls: CallGateway): Promise<readonly SetupFinding[]> {
  const present = running.get(calls)
  if (present !== undefined) return present
  const check = checkOnce(calls).finally(() => running.delete(calls))
  running.set(calls, check)
  return check
}

async function checkOnce(calls: CallGateway): Promise<readonly SetupFinding[]> {
  const findings = await permitted(tryOut(calls))
  return findings ?? [missingPermission('Manage Customers and Payment Methods (Add/Edit/Delete)')]
}

async function tryOut(calls: CallGateway): Promise<readonly SetupFinding[]> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (round > 1) await pause(randomInt(MAX_PAUSE_MS * (round - 1)))
    await remove(calls)
    const created = await createOrRemove(calls)
    if (created === 'ID_IN_USE') continue
    if (created === 'INVALID_FIELD') return [fieldFinding(notThere)]
    const coupon = await readBack(calls).finally(() => remove(calls))
    if (coupon === 'GONE') continue
    return coupon === VALUE ? [] : [fieldFinding(notStored)]
  }
  const message = 'The set-up is being checked by others at the same time.'
  throw new ProcessorError('UNAVAILABLE', { message })
}

async function remove({ write }: CallGateway): Promise<void> {
  await orNull(write('customer.delete', (gateway) => gateway.customer.delete(SETUP_CHECK_ID)))
}

/** A customer whose creation may have worked is not left behind either. */
async function createOrRemove(calls: CallGateway): ReturnType<typeof create> {
  try {
    return await create(calls)
  } catch (error) {
    if (error instanceof ProcessorError && error.isOutcomeUnknown) await remove(calls).catch(() => undefined)
    throw error
  }
}

async function create({ write }: CallGateway): Promise<'CREATED' | 'ID_IN_USE' | 'INVALID_FIELD'> {
  const result = await write('customer.create', (gateway) => gateway.customer.create(checkCustomer()))
  if (result.success) return 'CREATED'
  const codes = codesOf(result.errors)
  if (codes.includes(INVALID_FIELD)) return 'INVALID_FIELD'
  if (codes.includes(ID_IN_USE)) return 'ID_IN_USE'
  throw rejectionOf(result.errors, '')
}

function checkCustomer(): Parameters<braintree.BraintreeGateway['customer']['create']>[0] {
  return { id: SETUP_CHECK_ID, customFields: { [NAME]: VALUE } }
}

/** Null if the field was not stored. Another check may have deleted the customer meanwhile. */
async function readBack({ read }: CallGateway): Promise<string | null> {
  const customer = await orNull(
    read('customer.find', async (gateway) => shaped('customer', await gateway.customer.find(SETUP_CHECK_ID))),
  )
  return customer === null ? 'GONE' : couponOf(customer.customFields)
}

function fieldFinding(message: string): SetupFinding {
  return { item: 'CUSTOM_FIELD', severity: 'missing', name: NAME, message }
}

const notThere = `Braintree has no custom field with the API name "${NAME}". Create it in the Control Panel under Processing, Custom Fields, with the option "Store and Pass Back".`
const notStored = `The custom field "${NAME}" is not stored. Change its option in the Control Panel to "Store and Pass Back".`
