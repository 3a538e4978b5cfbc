import type { Bill } from '@goodword/client'
import { billReasons } from '@goodword/domain/bills/bill-states'
import { moneyText } from '../../format/number-text.ts'

/** Why a bill is not right, or what became of it, in a sentence. */
export function reasonText({ reason }: Pick<Bill, 'reason'>): string {
  if (reason === null) return 'It had the discount that it should have had.'
  const sentences: Readonly<Record<string, string>> = billReasons
  return sentences[reason] ?? `Reason: ${reason}.`
}

type Difference = Pick<Bill, 'difference' | 'currency'>

/** "€3.00 too much" for a customer who paid too much; null where nothing differs. */
export function differenceText({ difference, currency }: Difference): string | null {
  // Amounts are written in decimals, of which a difference is no exact number.
  if (Math.abs(difference) < 0.0005) return null
  return `${moneyText(Math.abs(difference), currency)} too ${difference > 0 ? 'much' : 'little'}`
}

const refundsUnderWay: ReadonlySet<string> = new Set(['FIRST_BILL_REFUND_DUE', 'REFUND_DUE', 'CREDIT_DUE'])

/** The actions that staff can take on a bill; none while a refund is under way. */
export function actionsFor({ state, reason, owed }: Bill): {
  readonly canRefund: boolean
  readonly canWaive: boolean
} {
  const isOpen = state === 'WRONG' && (reason === null || !refundsUnderWay.has(reason))
  return { canRefund: isOpen && owed > 0 && reason !== 'REFUND_REFUSED', canWaive: isOpen }
}
