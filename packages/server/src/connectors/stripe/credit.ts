import { createHash } from 'node:crypto'
import type { Money } from '@goodword/domain/values/money'
import { ProcessorError } from '../processor-error.ts'
import { EFFECT_FIELD } from './bills.ts'
import type { StripeCalls } from './calls.ts'
import { readAll } from './read-lists.ts'
import { shaped } from './shapes.ts'
import { amountOf, isPossibleId } from './values.ts'

type Credit = { readonly customerId: string; readonly amount: Money; readonly orderId: string }

/**
 * Credits the customer's balance, which pays for the next invoices after taxes. Stripe remembers an idempotency key for a
 * day, so a credit is looked for by its order ID as well, before and after.
 */
export async function credit(calls: StripeCalls, wanted: Credit): Promise<string> {
  if (!isPossibleId(wanted.customerId))
    throw new ProcessorError('NOT_FOUND', { message: 'Stripe does not have this customer.' })
  return (await findCredit(calls, wanted)) ?? make(calls, wanted)
}

async function make(calls: StripeCalls, wanted: Credit): Promise<string> {
  const { customerId, amount, orderId } = wanted
  const request = {
    amount: 0 - amountOf(amount),
    currency: amount.currency.toLowerCase(),
    description: 'Referral discount that was missing on an invoice',
    metadata: { [EFFECT_FIELD]: orderId },
  }
  const idempotencyKey = `goodword-${createHash('sha256').update(`credit ${orderId}`).digest('hex')}`
  try {
    const made = await calls.write('customers.createBalanceTransaction', async (stripe) =>
      shaped(
        'balanceTransaction',
        await stripe.customers.createBalanceTransaction(customerId, request, { idempotencyKey }),
      ),
    )
    return made.id
  } catch (error) {
    const isUnknown = error instanceof ProcessorError && error.isOutcomeUnknown
    const found = isUnknown ? await findCredit(calls, wanted).catch(() => null) : null
    if (found !== null) return found
    throw error
  }
}

async function findCredit(calls: StripeCalls, { customerId, orderId }: Credit): Promise<string | null> {
  const all = await readAll(calls, 'customers.listBalanceTransactions', async (stripe, page) => {
    const list = await stripe.customers.listBalanceTransactions(customerId, page)
    return { ...list, data: list.data.map((it) => shaped('balanceTransaction', it)) }
  })
  return all.find(({ metadata }) => metadata?.[EFFECT_FIELD] === orderId)?.id ?? null
}
