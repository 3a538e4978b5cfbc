import { Refusal } from '@goodword/contract/refusal'
import { knownLanguage } from '@goodword/contract/words/languages'
import type { TenantId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../../store/driver/directory-tx.ts'
import { insertPageLink } from '../../../store/page/page-links.ts'
import { deleteFullAllowances, takeLetter } from '../../../store/staff/letter-allowances.ts'
import type { Context } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { readSettings } from '../../foundation/program/read-settings.ts'
import { linkAddress } from '../../referring/hosted-page/people-of-address.ts'
import { storeMails } from './create-mails.ts'

/** How long a link can be used after its e-mail was made; the e-mail says so in words. */
export const LINK_MINUTES = 15
/** The time for which an e-mail may wait for the mail server: a link that comes later is of no use. */
export const LINK_WAITS_MS = 3_600_000

const HOUR_MS = 3_600_000

export type SignInRequest = { readonly email: string; readonly language: string | null }

/**
 * Has a link to the hosted page sent to an address. Whether anybody is known by it is looked up when the e-mail is made, by a
 * job: up to then the same is done for every address, so that neither the answer nor its time tells who is known.
 *
 * @throws Refusal HOSTED_PAGE_OFF, VALIDATION_FAILED, or TOO_MANY_REQUESTS for too many links of the program
 */
export async function requestSignIn(
  ctx: Context,
  tenantId: TenantId,
  { email, language }: SignInRequest,
): Promise<void> {
  const { hostedPage, emails } = await readSettings(ctx, tenantId)
  if (!hostedPage.enabled || emails === null) throw pageOff()
  const address = linkAddress(email)
  if (address === null) {
    throw new Refusal('VALIDATION_FAILED', '"email" must be an address that can receive e-mail.', 'email')
  }
  if (!(await countLink(ctx, tenantId, address))) return
  await ctx.writeTenant(tenantId, async (tx) => {
    const id = tx.newId<string>()
    const now = ctx.clock.now()
    const isNew = await insertPageLink(tx, {
      ...{ id, address, language: knownLanguage(language) ?? emails.language },
      ...{ created_at: now, expires_at: now + LINK_WAITS_MS },
    })
    if (!isNew) return
    enqueueJob(tx, { kind: 'SWEEP_PAGE', subject: '', dueAt: tx.now + LINK_WAITS_MS })
    storeMails(tx, [
      {
        id: tx.newId<string>(),
        ...{ kind: 'PAGE_SIGN_IN', subject: id, state: 'WAITING', reason: null, reply_code: null },
        ...{ account_id: null, participant_id: null, referral_id: null, reward_id: null, ends_at: null },
        ...{ attempts: 0, due_at: tx.now, created_at: tx.now, finished_at: null },
      },
    ])
  })
}

function pageOff(): Refusal {
  return new Refusal('HOSTED_PAGE_OFF', 'This program has no page of its own.')
}

/**
 * Counts a link. False if the address got as many as it may: the answer stays the same, or it would tell that links to it were
 * asked for.
 */
function countLink(ctx: Context, tenantId: TenantId, address: string): Promise<boolean> {
  const { pageLinksToAddress, pageLinksOfTenant } = ctx.limits
  const allowance = (what: string, parts: readonly string[], most: number) => ({
    subject: ctx.secretBox.erasedMark(tenantId, what, parts),
    most,
    everyMs: Math.ceil(HOUR_MS / most),
  })
  return inDirectory(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await deleteFullAllowances(tx, now)
    const ofAddress = allowance('links to the page, to an address', [address], pageLinksToAddress)
    if (!(await takeLetter(tx, ofAddress, now))) return false
    const ofTenant = allowance('links to the page', [], pageLinksOfTenant)
    if (await takeLetter(tx, ofTenant, now)) return true
    const message =
      'Too many links to this page were asked for. Wait for the number of seconds in Retry-After, then try again.'
    throw new Refusal('TOO_MANY_REQUESTS', message, null, Math.ceil(ofTenant.everyMs / 1000))
  })
}
