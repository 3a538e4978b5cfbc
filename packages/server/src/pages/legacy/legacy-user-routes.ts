import { randomUUID } from 'node:crypto'
import type { Account } from '@goodword/contract/accounts/account'
import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import { accountId, userId } from '@goodword/contract/frame/values'
import type { User } from '@goodword/contract/users/user'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { Type } from 'typebox'
import type { Context } from '../../frame/context.ts'
import type { Limits } from '../../frame/http/limits/limits.ts'
import { readUser } from '../../referring/users/read-user.ts'
import { signedUser } from '../browser/identify-user.ts'
import { LEGACY_PREFIX, type LegacyCall, type ServeLegacy } from './legacy-route.ts'
import { type KnownUser, legacyUser } from './legacy-user.ts'
import { legacyWidget, requireWidget } from './legacy-widget.ts'
import {
  LegacyUserBody,
  refuseChecksum,
  tokenOf,
  upsertByPage,
  upsertByServer,
  userIdsOf,
} from './upsert-legacy-user.ts'

const person = Type.Object({ accountId: accountId(), userId: userId() })

/** `open/account/{a}/user/{u}`, `widget/account/{a}/user/{u}/upsert` and `open/user/cookie_user` of the former service. */
export function serveLegacyUsers(serve: ServeLegacy, ctx: Context, limits: Limits): void {
  const path = `${LEGACY_PREFIX}/open/account/:accountId/user/:userId`
  serve({
    ...{ method: 'GET', path, params: person, callers: 'both', instead: endpoints.readUser },
    answer: async (call) => ({ body: legacyUser(await read(ctx, limits, call)) }),
  })
  const upsert = async (call: LegacyCall, body: LegacyUserBody) => {
    refuseChecksum(call)
    const who = userIdsOf(call, body)
    return call.isServer
      ? upsertByServer(ctx, call, who, body)
      : limits.run(call.tenant, 'tracking', () => upsertByPage(ctx, call, who, body))
  }
  const route = { method: 'PUT', params: person, body: LegacyUserBody, callers: 'both' } as const
  serve({
    ...{ ...route, path, instead: endpoints.upsertUser },
    answer: async (call) => ({ body: legacyUser(await upsert(call, call.body as LegacyUserBody)) }),
  })
  serve({
    ...{
      ...route,
      path: `${LEGACY_PREFIX}/widget/account/:accountId/user/:userId/upsert`,
      instead: endpoints.identify,
    },
    answer: async (call) => {
      requireWidget(call)
      const body = call.body as LegacyUserBody
      const user = await upsert(call, { ...localeOf(call), ...body })
      return { body: legacyWidget(ctx, call.tenant.tenantId, legacyUser(user), tokenOf(call)) }
    },
  })
  for (const method of ['POST', 'PUT'] as const) {
    serve({
      ...{
        method,
        path: `${LEGACY_PREFIX}/open/user/cookie_user`,
        params: Type.Object({}),
        callers: 'pages',
      },
      ...{ body: LegacyUserBody, instead: endpoints.identify },
      answer: async (call) => {
        refuseChecksum(call)
        const { cookieId = randomUUID(), cookies, locale } = call.body as LegacyUserBody
        // It has no name, and a token would be that of another user.
        const body = {
          ...(cookies === undefined ? {} : { cookies }),
          ...(locale === undefined ? {} : { locale }),
        }
        const id = `cookie_${cookieId}`
        const unsigned = { ...call, header: (name: string) => (TOKENS.has(name) ? null : call.header(name)) }
        const who = { accountId: id as AccountId, userId: id as UserId }
        const user = await limits.run(call.tenant, 'tracking', () => upsertByPage(ctx, unsigned, who, body))
        return { body: legacyUser({ ...user, cookieId }) }
      },
    })
  }
}

const TOKENS: ReadonlySet<string> = new Set(['authorization', 'x-saasquatch-user-token'])

/** A page names the language in the query. */
function localeOf({ query }: LegacyCall): Pick<LegacyUserBody, 'locale'> {
  const locale = query('locale')
  return locale === null || locale === '' ? {} : { locale }
}

/** A user, read by a server, or by a page with a token of this very user. */
async function read(ctx: Context, limits: Limits, call: LegacyCall): Promise<KnownUser> {
  const { accountId: account, userId: id } = userIdsOf(call, {})
  if (call.isServer) {
    const at = `/account/${encodeURIComponent(account)}`
    // First, because the former service says that the user is not there, also where the account is not.
    const user = await call.own.get<User>(`${at}/user/${encodeURIComponent(id)}`)
    return { ...user, account: await call.own.get<Account>(at) }
  }
  const { tenantId } = call.tenant
  const token = tokenOf(call)
  if (token === null) {
    throw new Refusal(
      'SIGNATURE_REQUIRED',
      'This needs an API key, or a JSON Web Token for this user in the header "X-SaaSquatch-User-Token" or "Authorization: Bearer".',
    )
  }
  return limits.run(call.tenant, 'tracking', async () => {
    await signedUser(ctx, tenantId, { account_id: account, user_id: id, jwt: token }, null)
    return readUser(ctx, tenantId, account, id)
  })
}
