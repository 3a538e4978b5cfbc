import { Refusal } from '@goodword/contract/frame/refusal'
import { sumOfLots, validLots } from '@goodword/domain/rewards/credit-lots'
import type { Transaction } from '../../frame/context.ts'
import { enqueueCustomers } from '../../frame/jobs/enqueue-customers.ts'
import {
  loadOpenReservations,
  type OpenReservationRow,
  saveReservations,
} from './rows/credit-reservations.ts'
import type { CreditSelection } from './rows/credits.ts'

/** So long before a bill its credit is not redeemed any more. */
const BILLED_MS = 3_600_000
/** A claim of a request that was interrupted ends by itself. */
const CLAIM_MS = 60_000

/** What a request claimed of the credit that is reserved for the next bill of each subscription. */
export type Claim = { readonly id: string; readonly minor: number }

/**
 * Claims an amount that needs more than the free credit: what is `missing` of it only stands by for bills that are not made yet, so
 * the customer's job lowers their discounts by it. The last bills come first. Null where there is not so much.
 *
 * Throws a Refusal CREDIT_BEING_BILLED where there would be with the credit of a bill that is made within the hour.
 */
export async function claimCredit(
  tx: Transaction,
  { account, unit }: CreditSelection,
  { amount, missing: minor }: { readonly amount: number; readonly missing: number },
): Promise<readonly Claim[] | null> {
  const open = (await loadOpenReservations(tx, account)).filter((it) => it.currency === unit)
  const [billed, standing] = [
    open.filter((it) => isBeingBilled(it, tx.now)),
    open.filter((it) => !isBeingBilled(it, tx.now)),
  ]
  const claims: Claim[] = []
  let missing = minor
  for (const row of standing.toSorted((one, other) => other.bill_at - one.bill_at)) {
    const taken = Math.min(missing, claimable(row, tx.now))
    if (taken === 0) continue
    missing -= taken
    // No bill takes the free part either.
    claims.push({ id: row.id, minor: taken + (claims.length === 0 ? amount - minor : 0) })
  }
  if (missing === 0) {
    change(tx, standing, claims, 1)
    enqueueCustomers(tx, [account])
    return claims
  }
  const onBills = billed.reduce((sum, it) => sum + validMinor(it, tx.now), 0)
  if (onBills >= missing) throw beingBilled(billed, unit)
  return null
}

/** Ends the claims of a request, whatever came of them. */
export async function endClaims(
  tx: Transaction,
  { account, unit }: CreditSelection,
  claims: readonly Claim[],
): Promise<void> {
  const open = (await loadOpenReservations(tx, account)).filter((it) => it.currency === unit)
  change(tx, open, claims, -1)
}

function change(
  tx: Transaction,
  open: readonly OpenReservationRow[],
  claims: readonly Claim[],
  sign: 1 | -1,
): void {
  const rows = claims.flatMap(({ id, minor }) => {
    const row = open.find((it) => it.id === id)
    if (row === undefined) return []
    const { lots: _, ...stored } = row
    const claimed_minor = Math.max(0, claimedMinor(row, tx.now) + sign * minor)
    const claimed_until = sign === 1 ? tx.now + CLAIM_MS : row.claimed_until
    return [{ ...stored, claimed_minor, claimed_until: claimed_minor === 0 ? null : claimed_until }]
  })
  saveReservations(tx, rows)
}

function isBeingBilled({ bill_at }: OpenReservationRow, now: number): boolean {
  return bill_at - BILLED_MS <= now
}

function claimable(row: OpenReservationRow, now: number): number {
  return Math.max(0, validMinor(row, now) - claimedMinor(row, now))
}

/** What of it has not expired. */
function validMinor({ lots }: OpenReservationRow, now: number): number {
  return sumOfLots(validLots(lots, { until: now + 1 }))
}

function claimedMinor({ claimed_minor, claimed_until }: OpenReservationRow, now: number): number {
  return claimed_until !== null && claimed_until > now ? claimed_minor : 0
}

function beingBilled(billed: readonly OpenReservationRow[], unit: string): Refusal {
  const bills = billed.map(
    (it) => `${validMinor(it, it.bill_at - BILLED_MS)} ${unit} is on the bill of ${it.bill_date}`,
  )
  const message = `The credit is being taken off a bill: ${bills.join(', ')}. Nothing was redeemed. What the bill does not use can be redeemed once it is paid.`
  return new Refusal('CREDIT_BEING_BILLED', message, 'amount')
}
