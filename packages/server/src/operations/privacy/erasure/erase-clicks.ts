import { deletePublicClicksOf } from '../../../store/clicks/public-clicks.ts'
import { deleteClicksOfPerson } from '../../../store/erasure/clicks-of-person.ts'
import type { ErasureStep } from './erasure-step.ts'

const PAGE = 20_000

/** The clicks of the person's links. */
export const eraseClicks: ErasureStep = async ({ ctx, tenantId, person, signal }) => {
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted()
    const from: number = after
    after = await ctx.writeTenant(tenantId, (tx) => deleteClicksOfPerson(tx, person, from, PAGE))
  }
  for (let deleted = PAGE; deleted === PAGE; ) {
    signal.throwIfAborted()
    deleted = await ctx.writeTenant(tenantId, (tx) => deletePublicClicksOf(tx, person, PAGE))
  }
}
