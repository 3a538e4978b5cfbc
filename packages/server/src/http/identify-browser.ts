import type { Identification } from '@goodword/contract/identification'
import { Refusal } from '@goodword/contract/refusal'
import type { ShapeOf } from '@goodword/contract/shape'
import type { Command, IdentifyCommand } from '@goodword/domain/command'
import type { AccountId, ParticipantKey, ProviderId, TenantId, UserId } from '@goodword/domain/ids'
import { isBlank, parseReferralCode } from '@goodword/domain/referral-code'
import type { UserFields } from '../operations/identification/user-fields.ts'
import type { Statement, WeighedStatement } from '../operations/identification/weigh-statement.ts'
import type { Identified } from '../operations/tracking/identify.ts'
import type { RouteDependencies } from './route-dependencies.ts'

type Body = ShapeOf<typeof Identification>

/** Identifies the user of a page by the rules for browsers; `isSigned` decides what the response may contain. */
type IdentifyUser = (tenantId: TenantId, body: Body, authorization: string | null) => Promise<IdentifiedUser>

type IdentifiedUser = Identified & {
  readonly accountId: AccountId
  readonly userId: UserId
  readonly isSigned: boolean
}

export function browserIdentifier(it: RouteDependencies): IdentifyUser {
  return async (tenantId, body, authorization) => {
    refuseChecksum(body)
    const statement = statementOf(body, authorization)
    const weighed = await it.operations.weighStatement(tenantId, statement)
    const { userId, accountId } = statement
    const { isSigned } = weighed
    const commands = commandsOf(weighed, body.cookie_referral_code ?? '', userId, newcomer(it, tenantId))
    const identified = await it.operations.identifyFromBrowser(tenantId, {
      userId,
      isSigned,
      call: { accountId, voice: 'browser', commands },
    })
    return { ...identified, accountId, userId, isSigned }
  }
}

/** Other services take one. Ignored, it would make a call that its sender believes to be signed an unsigned one. */
function refuseChecksum(body: object): void {
  if (!('checksum' in body) || body.checksum === null) return
  throw new Refusal(
    'VALIDATION_FAILED',
    '"checksum" is not supported. Sign a JSON Web Token on your server, and send it as "jwt" or in the header "Authorization: Bearer".',
    'checksum',
  )
}

function newcomer(it: RouteDependencies, tenantId: TenantId): IdentifyCommand['newcomer'] {
  return { key: it.keys.make<ParticipantKey>(it.now(tenantId)), code: it.newReferralCode() }
}

function statementOf(body: Body, authorization: string | null): Statement {
  const tokens = [bearerToken(authorization), body.jwt ?? null].filter((it) => it !== null)
  return {
    accountId: body.account_id as AccountId,
    userId: body.user_id as UserId,
    fields: fieldsOf(body),
    tokens: [...new Set(tokens)],
  }
}

/** Empty fields of a form say nothing, and neither does a blank code. */
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

/** Null where no token is meant: an API key, which has no use here, comes as Basic. */
function bearerToken(authorization: string | null): string | null {
  return /^Bearer(?<token>(?: .*)?)$/i.exec(authorization ?? '')?.groups?.token?.trim() ?? null
}

function commandsOf(
  { isSigned, vouched, unvouched }: WeighedStatement,
  cookie: string,
  userId: UserId,
  newcomer: IdentifyCommand['newcomer'],
): readonly Command[] {
  const identified = { kind: 'identify', userId, newcomer } as const
  return [
    ...(isSigned ? [{ ...identified, ...namesIn(vouched), vouched: true as const }] : []),
    { ...identified, ...namesIn(unvouched) },
    ...bindings(vouched).map((it) => ({ ...it, vouched: true as const })),
    ...bindings(unvouched),
    ...attributionOf(vouched.referralCode ?? unvouched.referralCode ?? null, cookie, userId),
    ...reports(vouched).map((it) => ({ ...it, vouched: true as const })),
    ...reports(unvouched),
  ]
}

function namesIn({ email, firstName, lastName }: UserFields) {
  return {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  }
}

function bindings({ paymentProviderId }: UserFields) {
  return paymentProviderId === undefined ? [] : [{ kind: 'bind', providerId: paymentProviderId } as const]
}

function reports({ accountStatus }: UserFields) {
  return accountStatus === undefined ? [] : [{ kind: 'report', status: accountStatus } as const]
}

/** An explicit code goes before the cookie; a blank one is as good as none. */
function attributionOf(explicit: string | null, cookie: string, userId: UserId): readonly Command[] {
  if (explicit !== null) {
    return [{ kind: 'attribute', evidence: 'explicit', code: parseReferralCode(explicit), userId }]
  }
  return isBlank(cookie)
    ? []
    : [{ kind: 'attribute', evidence: 'cookie', code: parseReferralCode(cookie), userId }]
}
