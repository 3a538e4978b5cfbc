import { NIL } from 'uuid'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Replacements } from '../../tracking/erased/rows/erased-rows.ts'
import { eraseCodesOfCookies, eraseCodesOfEvents, eraseCodesOfReferrals } from '../rows/named-codes.ts'
import type { ErasureStep, ErasureWork } from './erasure-step.ts'

/** Rows of a page: few enough that its transaction takes some milliseconds. */
const PAGE = 5000

/** The codes that referrals used, and that tracking cookies of other people named. */
export const eraseTrackedCodes: ErasureStep = async (work) => {
  await inPages(work, (tx, codes, after) => eraseCodesOfReferrals(tx, work.account, codes, after, PAGE))
  await inPages(work, (tx, codes, after) => eraseCodesOfCookies(tx, codes, after, PAGE))
}

/** The codes that events name, of other accounts as well. */
export const eraseEventCodes: ErasureStep = (work) =>
  inPages(work, (tx, codes, after) => eraseCodesOfEvents(tx, codes, after, PAGE))

async function inPages(
  { ctx, tenantId, wanted, signal }: ErasureWork,
  erasePage: (tx: TenantTx, codes: Replacements, after: string) => Promise<string | null>,
): Promise<void> {
  const codes: Replacements = new Map(wanted.codes)
  for (let after: string | null = NIL; after !== null; ) {
    signal.throwIfAborted()
    const from: string = after
    after = await ctx.writeTenant(tenantId, (tx) => erasePage(tx, codes, from))
  }
}
