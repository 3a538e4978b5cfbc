import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ShapeOf } from '@goodword/contract/frame/shape'
import type { Identification } from '@goodword/contract/users/identification'
import { parseLocale } from '@goodword/contract/words/languages'
import type { Command, IdentifyCommand } from '@goodword/domain/referrals/command'
import { isBlank } from '@goodword/domain/referrals/referral-code'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import { codeInCommand, readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId, ProviderId, TenantId, UserId, UserIds } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import type { Call } from '../../frame/http/server/serve.ts'
import { recordIntegrationActivity } from '../../frame/integration-activity.ts'
import type { UserFields } from '../../referring/identification/user-fields.ts'
import {
  type ClaimedIdentity,
  type VerifiedIdentity,
  verifyIdentity,
} from '../../referring/identification/verify-identity.ts'
import { observedInBrowserCall } from '../../tracking/evidence/observed-in-request.ts'
import { type Identified, identifyFromBrowser, signatureRequired } from '../../tracking/identify.ts'
import { newcomer } from '../../tracking/newcomer.ts'

type Body = ShapeOf<typeof Identification>

/** The parts of a request of a page that are not its body. */
type BrowserRequest = Pick<Call<Endpoint>, 'header' | 'address'>

type IdentifiedUser = Identified & {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly isSigned: boolean
}

/**
 * Identifies the user of a page by the rules for browsers; `isSigned` decides what the response may contain.
 *
 * @throws Refusal SIGNATURE_REQUIRED for an unsigned call that must be signed: nothing is stored then
 */
export async function identifyUser(
  ctx: Context,
  tenantId: TenantId,
  body: Body,
  { header, address }: BrowserRequest,
  { mustBeSigned = false }: { readonly mustBeSigned?: boolean } = {},
): Promise<IdentifiedUser> {
  const { claimed, identity } = await verifyCaller(ctx, tenantId, body, header('authorization'))
  if (mustBeSigned && !identity.isSigned) throw signatureRequired('This call has to be signed.')
  recordIntegrationActivity(ctx, tenantId, identity.isSigned ? 'IDENTIFIED_SIGNED' : 'IDENTIFIED_UNSIGNED')
  const { userId, accountId } = claimed
  const { isSigned } = identity
  const page = { cookie: body.cookie_referral_code ?? '', locale: parseLocale(body.locale ?? '') }
  const commands = commandsOf(identity, page, userId, newcomer(ctx))
  const browser = { address, userAgent: header('user-agent') }
  const observed = await observedInBrowserCall(ctx, tenantId, browser, isSigned ? body.device_id : undefined)
  const call = { accountId, source: 'browser', commands, observed } as const
  const identified = await identifyFromBrowser(ctx, tenantId, { userId, isSigned, call })
  return { ...identified, accountId, userId, isSigned }
}

/** Verifies a page's data about its user, and which fields are signed. @throws Refusal SIGNATURE_INVALID */
async function verifyCaller(ctx: Context, tenantId: TenantId, body: Body, authorization: string | null) {
  rejectChecksum(body)
  const claimed = identityOf(body, authorization)
  const identity = await verifyIdentity(ctx, tenantId, claimed).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'SIGNATURE_INVALID') {
      recordIntegrationActivity(ctx, tenantId, 'SIGNATURE_INVALID')
    }
    throw error
  })
  return { claimed, identity }
}

/**
 * The user of a call that only they may make. Nothing is stored.
 *
 * @throws Refusal SIGNATURE_REQUIRED or SIGNATURE_INVALID
 */
export async function signedUser(
  ctx: Context,
  tenantId: TenantId,
  body: Pick<Body, 'account_id' | 'user_id' | 'jwt'>,
  authorization: string | null,
): Promise<UserIds> {
  const { claimed, identity } = await verifyCaller(ctx, tenantId, body, authorization)
  const { accountId, userId } = claimed
  if (identity.isSigned) return { accountId, userId }
  const message =
    'This call has to be signed. Create a token for the user on your server, and send it as "jwt".'
  throw new Refusal('SIGNATURE_REQUIRED', message, 'jwt')
}

/** Other services accept one. If it were ignored, a call that its sender takes for signed would be unsigned. */
function rejectChecksum(body: object): void {
  if (!('checksum' in body) || body.checksum === null) return
  throw new Refusal(
    'VALIDATION_FAILED',
    '"checksum" is not supported. Sign a JSON Web Token on your server, and send it as "jwt" or in the header "Authorization: Bearer".',
    'checksum',
  )
}

function identityOf(body: Body, authorization: string | null): ClaimedIdentity {
  const tokens = [bearerToken(authorization), body.jwt ?? null].filter((it) => it !== null)
  return {
    accountId: body.account_id as AccountId,
    userId: body.user_id as UserId,
    fields: fieldsOf(body),
    tokens: [...new Set(tokens)],
  }
}

/** Empty fields of a form and blank codes count as absent. */
function fieldsOf(body: Body): UserFields {
  const { email, first_name, last_name, payment_provider_id, account_status } = body
  const referralCode = body.referral_code ?? ''
  return {
    ...(email ? { email } : {}),
    ...(first_name ? { firstName: first_name } : {}),
    ...(last_name ? { lastName: last_name } : {}),
    ...(payment_provider_id ? { paymentProviderId: payment_provider_id as ProviderId } : {}),
    ...(isBlank(referralCode) ? {} : { referralCode }),
    ...(account_status ? { accountStatus: account_status } : {}),
  }
}

/**
 * Null where there is no token: an API key, which has no use here, is sent as Basic. RFC 9110 allows several spaces before
 * a token.
 */
function bearerToken(authorization: string | null): string | null {
  return /^Bearer(?<token>(?: .*)?)$/i.exec(authorization ?? '')?.groups?.token?.trim() ?? null
}

function commandsOf(
  { isSigned, verified, unverified }: VerifiedIdentity,
  { cookie, locale }: { readonly cookie: string; readonly locale: string | null },
  userId: UserId,
  newcomer: IdentifyCommand['newcomer'],
): readonly Command[] {
  const identified = { kind: 'identify', userId, newcomer } as const
  return [
    ...(isSigned ? [{ ...identified, ...namesIn(verified), verified: true as const }] : []),
    // The language of the page is no claim about the person that a token could contradict.
    { ...identified, ...(locale === null ? {} : { locale }), ...namesIn(unverified) },
    ...bindings(verified).map((it) => ({ ...it, verified: true as const })),
    ...bindings(unverified),
    ...attributionOf(verified.referralCode ?? unverified.referralCode ?? null, cookie, userId),
    ...reports(verified).map((it) => ({ ...it, verified: true as const })),
    ...reports(unverified),
  ]
}

function namesIn({ email, firstName, lastName, locale }: UserFields) {
  return {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(locale === undefined ? {} : { locale }),
  }
}

function bindings({ paymentProviderId }: UserFields) {
  return paymentProviderId === undefined ? [] : [{ kind: 'bind', providerId: paymentProviderId } as const]
}

function reports({ accountStatus }: UserFields) {
  return accountStatus === undefined ? [] : [{ kind: 'report', status: accountStatus } as const]
}

/** An explicit code takes precedence over the cookie; a blank one counts as absent. */
function attributionOf(explicit: string | null, cookie: string, userId: UserId): readonly Command[] {
  if (explicit !== null) {
    const inCookie = isBlank(cookie) ? null : readTypedCode(cookie)
    return [
      {
        kind: 'attribute',
        evidence: 'explicit',
        ...codeInCommand(readUsedCode(explicit)),
        cookie: inCookie,
        userId,
      },
    ]
  }
  return isBlank(cookie)
    ? []
    : [{ kind: 'attribute', evidence: 'cookie', ...codeInCommand(readUsedCode(cookie)), userId }]
}
