import type { Account } from '@goodword/contract/accounts/account'
import { Refusal } from '@goodword/contract/frame/refusal'
import {
  accountId,
  locale,
  paymentProviderId,
  referralCode,
  usedCode,
  userId,
} from '@goodword/contract/frame/values'
import type { User } from '@goodword/contract/users/user'
import type { AccountId, UserId, UserIds } from '@goodword/domain/values/ids'
import { type Static, Type } from 'typebox'
import type { Context } from '../../frame/context.ts'
import { codesInCookie } from '../../referring/share-links/legacy-cookie.ts'
import { shareLinks } from '../../referring/share-links/share-links.ts'
import { readUser } from '../../referring/users/read-user.ts'
import { identifyUser } from '../browser/identify-user.ts'
import type { LegacyCall } from './legacy-route.ts'
import type { KnownUser } from './legacy-user.ts'

const formField = (format: 'email-field' | 'name-field') => Type.Optional(Type.String({ format }))

/** A user as clients of the former service send it; other fields are ignored. */
export const LegacyUserBody = Type.Object({
  id: Type.Optional(userId()),
  accountId: Type.Optional(accountId()),
  email: formField('email-field'),
  firstName: formField('name-field'),
  lastName: formField('name-field'),
  locale: Type.Optional(locale()),
  /** The code that the user should have. */
  referralCode: Type.Optional(referralCode('The referral code the user should have.')),
  /** The code that the user came with. */
  referredBy: Type.Optional(
    Type.Object({ code: Type.Optional(usedCode('The referral code the user came with.')) }),
  ),
  paymentProviderId: Type.Optional(paymentProviderId()),
  cookies: Type.Optional(Type.String({ maxLength: 8192 })),
  cookieId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
})
export type LegacyUserBody = Static<typeof LegacyUserBody>

/** The token of a user that came with a page's call; null without one. */
export function tokenOf({ header }: Pick<LegacyCall, 'header'>): string | null {
  return (
    /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1] ?? header('x-saasquatch-user-token') ?? null
  )
}

/** The person that the path names. A body may repeat the IDs, and nothing else. */
export function userIdsOf({ params }: LegacyCall, body: Pick<LegacyUserBody, 'id' | 'accountId'>): UserIds {
  const { accountId: account = '', userId: user = '' } = params
  requireSame('accountId', body.accountId, account)
  requireSame('id', body.id, user)
  return { accountId: account as AccountId, userId: user as UserId }
}

function requireSame(name: string, inBody: string | undefined, inPath: string): void {
  if (inBody === undefined || inBody === inPath) return
  throw new Refusal(
    'VALIDATION_FAILED',
    `"${name}" in the body differs from the one in the path. Send the same in both, or leave it out of the body.`,
    name,
  )
}

/** The scheme of the former service joins values without names or lengths, so a valid signature can be made into one for another user. */
export function refuseChecksum({ body, query }: LegacyCall): void {
  const inBody = Object(body).checksum ?? null
  if (inBody === null && query('checksum') === null && query('paramChecksum') === null) return
  throw new Refusal(
    'VALIDATION_FAILED',
    'Checksums are not supported. Sign a JSON Web Token with the signing key of the program, and send it in the header "X-SaaSquatch-User-Token" or "Authorization: Bearer".',
    'checksum',
  )
}

/** By a server: as `POST user`, and `POST accountsync` for what belongs to the account. */
export async function upsertByServer(
  ctx: Context,
  { own }: LegacyCall,
  { accountId: account, userId: id }: UserIds,
  body: LegacyUserBody,
): Promise<KnownUser> {
  const code = body.referredBy?.code
  const { paymentProviderId: providerId } = body
  // First, because an unknown code is refused there, before anything is stored.
  if (code !== undefined || providerId !== undefined) {
    await own.post('/accountsync', {
      id: account,
      ...(code === undefined ? {} : { referral: { code } }),
      ...(providerId === undefined ? {} : { paymentProviderId: providerId }),
    })
  }
  const given = {
    ...filled({ email: body.email, firstName: body.firstName, lastName: body.lastName }),
    ...(body.locale === undefined ? {} : { locale: body.locale }),
    ...(body.referralCode === undefined ? {} : { referralCode: body.referralCode }),
  }
  const user = await own.post<User>('/user', { accountId: account, id, ...given })
  if (code === undefined && body.cookies !== undefined)
    await attributeByCookie(ctx, own, account, body.cookies)
  return { ...user, account: await own.get<Account>(`/account/${encodeURIComponent(account)}`) }
}

/** A cookie is evidence that may be wrong: a code in it that does not work is no error. */
async function attributeByCookie(
  ctx: Context,
  own: LegacyCall['own'],
  account: AccountId,
  cookies: string,
): Promise<void> {
  const [code] = codesInCookie(cookies, ctx.clock.now())
  if (code === undefined) return
  try {
    await own.post('/accountsync', { id: account, referral: { code } })
  } catch (error) {
    if (error instanceof Refusal && ['REFERRAL_CODE_NOT_FOUND', 'SELF_REFERRAL'].includes(error.code)) return
    throw error
  }
}

/** By a page: by the rules of `open/identify`, signed or not. Without a signature nothing that is stored is answered. */
export async function upsertByPage(
  ctx: Context,
  call: LegacyCall,
  { accountId: account, userId: id }: UserIds,
  body: LegacyUserBody,
): Promise<KnownUser> {
  const { tenantId } = call.tenant
  const token = tokenOf(call)
  const [inCookie] = codesInCookie(body.cookies ?? '', ctx.clock.now())
  const identification = {
    account_id: account,
    user_id: id,
    ...(body.email === undefined ? {} : { email: body.email }),
    ...(body.firstName === undefined ? {} : { first_name: body.firstName }),
    ...(body.lastName === undefined ? {} : { last_name: body.lastName }),
    ...(body.locale === undefined ? {} : { locale: body.locale }),
    ...(body.paymentProviderId === undefined ? {} : { payment_provider_id: body.paymentProviderId }),
    ...(body.referredBy?.code === undefined ? {} : { referral_code: body.referredBy.code }),
    ...(inCookie === undefined ? {} : { cookie_referral_code: inCookie }),
    ...(token === null ? {} : { jwt: token }),
  }
  const identified = await identifyUser(ctx, tenantId, identification, {
    // The token is in the body, from whichever header it came.
    header: (name) => (name === 'authorization' ? null : call.header(name)),
    address: call.address,
  })
  const { code, isSigned, isErased, isOpen } = identified
  const known = { accountId: account, id, referralCode: code, shareLinks: shareLinks(ctx, tenantId, code) }
  if (!isSigned || isErased) return known
  return { ...known, ...(await readUser(ctx, tenantId, account, id)), isOpen }
}

/** Empty fields of a form count as absent. */
function filled(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
}
