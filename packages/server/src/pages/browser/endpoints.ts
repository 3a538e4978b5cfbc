import { endpoints } from '@goodword/contract/all-endpoints'
import type { ErrorCode } from '@goodword/contract/frame/errors'
import { DEFAULT_LIMIT } from '@goodword/contract/frame/list'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { Reason } from '@goodword/domain/referrals/outcome'
import { isBlank } from '@goodword/domain/referrals/referral-code'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { recordIntegrationActivity } from '../../frame/integration-activity.ts'
import { pageRequestOf } from '../../frame/page.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import { readOwnInvitations } from '../../outbound/mails/invite-friends.ts'
import { LINK_MINUTES, requestSignIn } from '../../outbound/mails/request-sign-in.ts'
import { chosenCode, readActiveCode } from '../../referring/codes/active-code.ts'
import { chooseCode, readChoicesLeft } from '../../referring/codes/choose-code.ts'
import { lookUpCode, lookUpUsedCode } from '../../referring/codes/look-up-codes.ts'
import { showOnLeaderboard } from '../../referring/figures/leaderboard.ts'
import { readOwnProgress } from '../../referring/read-own-progress.ts'
import { readAccountDiscount } from '../../referring/rewards/read-account-discount.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import type { AttributionAnswer } from '../../tracking/attribution-answer.ts'
import { knownLocale } from '../welcome/offer-texts.ts'
import { openCodeAnswer } from '../welcome/open-code-answer.ts'
import { welcomeAnswer } from '../welcome/welcome-answer.ts'
import { identifyUser, signedUser } from './identify-user.ts'
import { codeFaultAnswer, progressAnswer, silentProgress, widgetProgramAnswer } from './widget-answer.ts'

const invalid: readonly [ErrorCode, string] = [
  'REFERRAL_CODE_NOT_FOUND',
  'No valid referral code of this program. Check the spelling.',
]

const refusals: Readonly<Partial<Record<Reason, readonly [ErrorCode, string]>>> = {
  SELF_REFERRAL: [
    'SELF_REFERRAL',
    'The code belongs to a user of this account. An account cannot refer itself; use the code of a friend.',
  ],
  ALREADY_REFERRED: [
    'ALREADY_REFERRED',
    'The account has been referred already. Only the first code counts.',
  ],
  EXISTING_CUSTOMER: [
    'EXISTING_CUSTOMER',
    'The account has paid already. A code counts until the first payment.',
  ],
  PROGRAM_INACTIVE: ['PROGRAM_INACTIVE', 'The program is off, so no code counts at the moment.'],
}

/** Requests of pages, with the signature of the merchant or without. */
export function browserEndpoints(serve: ServeEndpoint): void {
  /**
   * Identifies the user of a page. Unsigned, the response is the same for every outcome and has no stored
   * data. A signed call also gets whether the account is referred, and why or why not.
   */
  serve(endpoints.identify, async (ctx, { tenant: { tenantId }, body, header, address }) => {
    const identified = await identifyUser(ctx, tenantId, body, { header, address })
    const { accountId, userId, code, isSigned, attribution } = identified
    return {
      accountId,
      userId,
      referralCode: code,
      shareLinks: shareLinks(ctx, tenantId, code),
      ...(isSigned ? attribution : {}),
    }
  })
  serve(endpoints.loadWidget, async (ctx, { tenant: { tenantId }, query, body, header, address }) => {
    const pages = { referrals: pageAfter(query.referralsCursor), rewards: pageAfter(query.rewardsCursor) }
    // A request that is refused leaves nothing behind, so the cursors come before the identification.
    for (const [list, page] of Object.entries(pages)) pageRequestOf(page, `${list}Cursor`)
    const { accountId, userId, code, isSigned, isOpen, isErased } = await identifyUser(ctx, tenantId, body, {
      header,
      address,
    })
    const self = { accountId, userId }
    const canSeeOwn = isSigned && !isErased
    const [{ settings, fault }, progress, invitations] = await Promise.all([
      lookUpCode(ctx, tenantId, code),
      canSeeOwn
        ? Promise.all([
            readOwnProgress(ctx, tenantId, self, pages),
            readAccountDiscount(ctx, tenantId, accountId, null),
          ])
        : null,
      canSeeOwn ? readOwnInvitations(ctx, tenantId, self) : null,
    ])
    return {
      ...self,
      referralCode: code,
      codeFault: codeFaultAnswer(fault),
      codeChoicesLeft:
        canSeeOwn && settings.referrersChooseCodes ? await readChoicesLeft(ctx, tenantId, self) : null,
      canEnterCode: canSeeOwn && isOpen && settings.active,
      shareLinks: shareLinks(ctx, tenantId, code),
      program: widgetProgramAnswer(settings),
      ...(progress === null ? silentProgress : progressAnswer(...progress)),
      invitations: fault === null && settings.invitations === 'ON' ? invitations : null,
    }
  })
  serve(endpoints.chooseOwnCode, async (ctx, { tenant: { tenantId }, body, header }) => {
    const user = await signedUser(ctx, tenantId, body, header('authorization'))
    const choice = { ...user, code: chosenCode(body.code), by: 'person' } as const
    const { user: changed, changesLeft } = await chooseCode(ctx, tenantId, choice)
    return { referralCode: changed.code, shareLinks: shareLinks(ctx, tenantId, changed.code), changesLeft }
  })
  serve(endpoints.enterCode, async (ctx, { tenant: { tenantId }, body, header, address }) => {
    await signedUser(ctx, tenantId, body, header('authorization'))
    // A code that does not exist is refused before anything is stored; a program that is off is said as such.
    if ((await readSettings(ctx, tenantId)).active) await readActiveCode(ctx, tenantId, body.referral_code)
    const { attribution } = await identifyUser(ctx, tenantId, body, { header, address })
    refuseUnlessEntered(attribution)
    const { code, settings } = await readActiveCode(ctx, tenantId, body.referral_code)
    return openCodeAnswer(code, settings, knownLocale(body.locale))
  })
  /** Anyone can send an unsigned call, so only a signed one says that a person agrees, or does not any more. */
  serve(endpoints.showOnLeaderboard, async (ctx, { tenant: { tenantId }, body, header, address }) => {
    const { accountId, userId, isSigned, isErased } = await identifyUser(
      ctx,
      tenantId,
      body,
      { header, address },
      { mustBeSigned: true },
    )
    if (!isSigned || isErased) return { isShown: false }
    return { isShown: await showOnLeaderboard(ctx, tenantId, { accountId, userId }, body.show) }
  })
  /** Looks a code up as the server's operation does, and returns only the public part. */
  serve(endpoints.lookUpOpenCode, async (ctx, { tenant, params, query }) => {
    const { code, settings } = await readActiveCode(ctx, tenant.tenantId, params.code)
    recordIntegrationActivity(ctx, tenant.tenantId, 'CODE_LOOKED_UP')
    return openCodeAnswer(code, settings, knownLocale(query.locale))
  })
  /** Why a code cannot be used is said in one way for all codes: a friend learns nothing about who has one. */
  serve(endpoints.loadWelcome, async (ctx, { tenant: { tenantId }, query }) => {
    const text = query.code ?? ''
    const locale = knownLocale(query.locale)
    const { found } = await lookUpUsedCode(ctx, tenantId, readUsedCode(text))
    const { settings } = found
    if (isBlank(text)) return welcomeAnswer(null, null, settings, locale)
    recordIntegrationActivity(ctx, tenantId, 'CODE_LOOKED_UP')
    if (found.fault === null) {
      return welcomeAnswer(openCodeAnswer(found.code, settings, locale), null, settings, locale)
    }
    return welcomeAnswer(null, settings.active ? 'invalid' : 'inactive', settings, locale)
  })
  /** Every address gets the same answer. */
  serve(endpoints.requestPageSignIn, async (ctx, { tenant: { tenantId }, body, address: client }) => {
    await requestSignIn(ctx, tenantId, { email: body.email, language: body.locale ?? null, client })
    return { validMinutes: LINK_MINUTES }
  })
  /** The time is the server's: of two cookies the later one counts, independent of the browser's clock. */
  serve(endpoints.lookUpTrackingCookie, async (ctx, { tenant: { tenantId }, params }) => {
    const { code, settings } = await readActiveCode(ctx, tenantId, params.code)
    recordIntegrationActivity(ctx, tenantId, 'CODE_LOOKED_UP')
    return {
      name: `_gw_${tenantId}`,
      value: `${code.code}.${Math.floor(ctx.clock.now() / 1000)}`,
      maxAgeSeconds: settings.cookieDays * DAY_SECONDS,
      consentMode: settings.consentMode,
    }
  })
}

function pageAfter(cursor: string | undefined) {
  return { limit: DEFAULT_LIMIT, cursor: cursor ?? null, countAll: false }
}

const DAY_SECONDS = 86_400

/**
 * Refuses unless the code that a signed-in person entered attributed the account.
 *
 * @throws Refusal with the reason; all codes that do not work have the same one
 */
function refuseUnlessEntered({ attributed, reason }: AttributionAnswer): void {
  const refusal = reason === null ? undefined : refusals[reason]
  if (refusal !== undefined) throw new Refusal(...refusal, 'referral_code')
  if (!attributed) throw new Refusal(...invalid, 'referral_code')
}
