import { Refusal } from '@goodword/contract/frame/refusal'
import type { Command, ModerateCommand } from '@goodword/domain/referrals/command'
import { emailKey } from '@goodword/domain/values/email-key'
import { isUuid, type ReferralId, type TenantId } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { noteRequest } from '../../frame/audit/note-request.ts'
import type { Context } from '../../frame/context.ts'
import type { Timed } from '../../frame/page.ts'
import type { IncomingCall } from '../../tracking/decide-calls.ts'
import { trackIn } from '../../tracking/track.ts'
import { loadTrustedUsers } from '../hosted-page/rows/users-by-address.ts'
import { completeReferrals, type ReferralDetails } from './referral-details.ts'
import { findReferrals, type ListedReferralRow } from './rows/referral-list.ts'

/** A decision about one side of a referral, or about both. */
export type ModerationDecision = { readonly referralId: string } & Pick<ModerateCommand, 'status' | 'side'>

/** Who decides: the name that staff are shown, the actor of the events, and the e-mail address of a person of staff. */
type DecidedBy = {
  readonly name: string
  readonly actor: 'staff' | 'server'
  readonly email: string | null
}

/** Users with the address of the person of staff that are compared. */
const MAX_OWN_USERS = 50

/**
 * Takes decisions in their order, all of them or none, and answers each referral as they leave it.
 *
 * @throws Refusal REFERRAL_NOT_FOUND, or VALIDATION_FAILED for a replaced referral, that names the decision
 */
export function moderateReferrals(
  ctx: Context,
  tenantId: TenantId,
  decisions: readonly ModerationDecision[],
  by: DecidedBy,
): Promise<Timed<{ readonly referrals: readonly ReferralDetails[] }>> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const rows = await namedReferrals(tx, decisions)
    const own = await ownReferrals(tx, [...rows.values()], by)
    await trackIn(
      tx,
      decisions.map((it) => callOf(it, rows, by, own)),
    )
    const changed = await findReferrals(tx, [...rows.keys()])
    const referrals = new Map((await completeReferrals(tx, changed)).map((it) => [it.id, it]))
    // Beside the entry of the request, which has the actions.
    if (own.size > 0) noteRequest(tx, ctx, { ownReferrals: [...own] })
    return { referrals: [...rows.keys()].flatMap((id) => referrals.get(id) ?? []), now: tx.now }
  })
}

async function namedReferrals(
  tx: TenantTx,
  decisions: readonly ModerationDecision[],
): Promise<ReadonlyMap<ReferralId, ListedReferralRow>> {
  const ids = [...new Set(decisions.map((it) => it.referralId))]
  const found = await findReferrals(tx, ids.filter(isUuid) as ReferralId[])
  const rows = new Map<string, ListedReferralRow>(found.map((row) => [row.id, row]))
  const missing = decisions.findIndex((it) => !rows.has(it.referralId))
  if (missing !== -1) {
    const message = 'No referral has this ID, so none of the actions was applied. Use IDs from GET referrals.'
    throw new Refusal('REFERRAL_NOT_FOUND', message, `actions.${missing}.referralId`)
  }
  const replaced = decisions.findIndex((it) => rows.get(it.referralId)?.is_replaced === true)
  if (replaced !== -1) {
    const message =
      'A code of your server took the place of this referral, so there is nothing to decide about it, and none of the actions was applied. Decide about the account’s other referral.'
    throw new Refusal('VALIDATION_FAILED', message, `actions.${replaced}.referralId`)
  }
  return new Map(ids.flatMap((id) => rows.get(id) ?? []).map((row) => [row.id, row]))
}

/** The referrals of which a side belongs to an account with a user who has the verified address of the person who decides. */
async function ownReferrals(
  tx: TenantTx,
  rows: readonly ListedReferralRow[],
  { email }: DecidedBy,
): Promise<ReadonlySet<ReferralId>> {
  if (email === null) return new Set()
  const users = await loadTrustedUsers(tx, emailKey(email), MAX_OWN_USERS)
  const accounts = new Set(users.map((it) => it.account_id))
  const own = rows.filter(
    (it) => accounts.has(it.referring_account_id) || accounts.has(it.referred_account_id),
  )
  return new Set(own.map((it) => it.id))
}

function callOf(
  decision: ModerationDecision,
  rows: ReadonlyMap<string, ListedReferralRow>,
  { name, actor }: DecidedBy,
  own: ReadonlySet<ReferralId>,
): IncomingCall {
  const row = rows.get(decision.referralId)
  if (row === undefined) throw new Error('referral not found for its decision')
  const { status, side } = decision
  const commands: Command[] = [{ kind: 'moderate', status, side, as: name }]
  if (own.has(row.id)) commands.push({ kind: 'observe', facts: { ownDecisions: 1 } })
  return { actor, call: { accountId: row.referred_account, source: 'server', commands } }
}
