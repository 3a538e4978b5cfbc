import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { findMerchantName } from '../../../store/directory/directory.ts'
import { inDirectory } from '../../../store/driver/directory-tx.ts'
import { listMembers } from '../../../store/staff/members.ts'
import { findMerchantId } from '../../../store/staff/memberships.ts'
import type { Context } from '../../foundation/context.ts'
import { postLetter } from './staff-mails.ts'

/** The roles that decide what waits. */
const REVIEWERS: ReadonlySet<StaffRole> = new Set(['owner', 'admin', 'reviewer'])

/**
 * Sends an e-mail to each person of staff who decides about referrals: so many have become overdue. Nothing without a mail server,
 * for test data, or for none. The webhooks of the referrals are announced whether or not an e-mail arrives.
 */
export async function remindReviewers(ctx: Context, tenantId: TenantId, overdue: number): Promise<void> {
  if (overdue === 0 || ctx.mailServer === null || modeOf(tenantId) === 'test') return
  const { merchantId, merchant } = await inDirectory(ctx.db, async (tx) => ({
    merchantId: await findMerchantId(tx, tenantId),
    merchant: await findMerchantName(tx, tenantId),
  }))
  const link = `${ctx.baseUrl}/portal/${tenantId}/review`
  const members = await listMembers(ctx.db, tenantId)
  for (const { email, role } of members) {
    if (!REVIEWERS.has(role)) continue
    const subject = `Referrals of ${merchant ?? tenantId} wait for a decision`
    await postLetter(ctx, {
      merchantId,
      recipient: email,
      subject,
      textWith: (it) => text(overdue, it),
      link,
    })
  }
}

function text(overdue: number, link: string): string {
  const wait = overdue === 1 ? '1 referral waits' : `${overdue} referrals wait`
  return [
    'Hello,',
    '',
    `${wait} for a decision longer than your program's review period says. The referrers see that their reward is checked.`,
    '',
    `Decide under Review: ${link}`,
    '',
    'You get this e-mail once for each referral that is held, and at most once a day.',
    '',
  ].join('\n')
}
