import { clearResponse, FIRST_ATTEMPT, listResponses } from '../../outbound/webhooks/rows/webhook-attempts.ts'
import type { Wanted } from '../personal-data/wanted.ts'
import type { ErasureStep } from './erasure-step.ts'

/** A response has up to 4 KiB. */
const PAGE = 500

/** Erases answers of webhook receivers that contain an ID, the e-mail address, a name or a code of the person. */
export const eraseResponses: ErasureStep = async ({ ctx, tenantId, wanted, signal }) => {
  const texts = textsOf(wanted)
  for (let after = FIRST_ATTEMPT; ; ) {
    signal.throwIfAborted()
    const from = after
    const last = await ctx.writeTenant(tenantId, async (tx) => {
      const rows = await listResponses(tx, from, PAGE)
      for (const row of rows) if (isAbout(row.response, texts)) clearResponse(tx, row)
      return rows.length < PAGE ? undefined : rows.at(-1)
    })
    if (last === undefined) return
    after = last
  }
}

function textsOf({ userId, accountId, email, names, codes }: Wanted): readonly string[] {
  const texts: readonly string[] = [userId, accountId, email ?? '', ...names, ...codes.map(([old]) => old)]
  return texts.filter((it) => it !== '').map((it) => it.toUpperCase())
}

function isAbout(response: string | null, texts: readonly string[]): boolean {
  const folded = response?.toUpperCase() ?? ''
  return texts.some((it) => folded.includes(it))
}
