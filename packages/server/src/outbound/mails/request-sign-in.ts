import { Refusal } from '@goodword/contract/frame/refusal'
import { knownLanguage } from '@goodword/contract/words/languages'
import type { TenantId } from '@goodword/domain/values/ids'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import { clientNetwork } from '../../engine/network/client-network.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { deleteFullAllowances, type LetterAllowance, takeLetter } from '../../frame/rows/letter-allowances.ts'
import { insertPageLink } from '../../referring/hosted-page/rows/page-links.ts'
import { linkAddress } from '../../referring/hosted-page/users-of-address.ts'
import { storeMails } from './create-mails.ts'
import { keptReason } from './finish-mail.ts'
import { allowanceOf, countLetterTo } from './recipient-allowance.ts'

/** How long a link can be used after its e-mail was made; the e-mail says so in words. */
export const LINK_MINUTES = 15
/** The time for which an e-mail may wait for the mail server: a link that comes later is of no use. */
export const LINK_WAITS_MS = 3_600_000

const HOUR_MS = 3_600_000

export type SignInRequest = {
  readonly email: string
  readonly language: string | null
  /** The IP address that asks. */
  readonly client: string
}

/**
 * Has a link to the hosted page sent to an address. Whether anybody is known by it is looked up when the e-mail is made, by a
 * job: up to then the same is done for every address, so that neither the answer nor its time tells who is known.
 *
 * @throws Refusal HOSTED_PAGE_OFF, VALIDATION_FAILED, or TOO_MANY_REQUESTS for too many links of the client
 */
export async function requestSignIn(
  ctx: Context,
  tenantId: TenantId,
  { email, language, client }: SignInRequest,
): Promise<void> {
  const { hostedPage, emails } = await readSettings(ctx, tenantId)
  if (!hostedPage.enabled || emails === null) throw pageOff()
  const address = linkAddress(email)
  if (address === null) {
    throw new Refusal('VALIDATION_FAILED', '"email" must be an address that can receive e-mail.', 'email')
  }
  if (!(await countLink(ctx, tenantId, address, client))) return
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
        ...{ account_id: null, user_id: null, referral_id: null, reward_id: null, ends_at: null },
        ...{ attempts: 0, due_at: tx.now, created_at: tx.now, finished_at: null },
      },
    ])
  })
}

function pageOff(): Refusal {
  return new Refusal('HOSTED_PAGE_OFF', 'This program has no page of its own.')
}

/**
 * Counts a link, before it is known whether anybody is written to. False if its recipient got as many as they may: the answer stays
 * the same, or it would tell that links to them were asked for. No allowance here is of all recipients together, or strangers
 * could use it up: what goes to unknown addresses is bounded when the e-mail is made.
 *
 * @throws Refusal TOO_MANY_REQUESTS for a client that asks for too many
 */
function countLink(ctx: Context, tenantId: TenantId, address: string, client: string): Promise<boolean> {
  const { pageLinksToAddress, pageLinksFromClient } = ctx.limits
  return inDirectory(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await deleteFullAllowances(tx, now)
    const ofClient = clientAllowance(ctx, clientNetwork(client), pageLinksFromClient)
    if (!(await takeLetter(tx, ofClient, now))) throw tooManyLinks(ofClient)
    const ofAddress = {
      subject: ctx.secretBox.erasedMark(tenantId, 'links to the page, to an address', [address]),
      most: pageLinksToAddress,
      everyMs: Math.ceil(HOUR_MS / pageLinksToAddress),
    }
    if (!(await takeLetter(tx, ofAddress, now))) return false
    // An e-mail that is kept reaches no recipient.
    return keptReason(ctx, tenantId) !== null || countLetterTo(ctx, tx, address)
  })
}

/** A quarter of an hour's links at once; the others come one by one, so that an hour has no more in all. */
function clientAllowance(ctx: Context, network: string, inHour: number): LetterAllowance {
  const atOnce = Math.ceil(inHour / 4)
  const allowance = allowanceOf(ctx, 'links to pages, for a client', network, atOnce, HOUR_MS)
  return { ...allowance, everyMs: Math.ceil(HOUR_MS / Math.max(1, inHour - atOnce)) }
}

function tooManyLinks({ everyMs }: LetterAllowance): Refusal {
  const message =
    'Too many links were asked for from this IP address. Wait for the number of seconds in Retry-After, then try again.'
  return new Refusal('TOO_MANY_REQUESTS', message, null, Math.ceil(everyMs / 1000))
}
