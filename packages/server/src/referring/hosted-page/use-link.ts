import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { readSettings } from '../../frame/program/read-settings.ts'
import type { FullUserRow } from '../users/rows/users.ts'
import { joinByEmail } from './join-by-email.ts'
import { startPageSession } from './page-session.ts'
import { hashOfToken, PAGE_TOKEN } from './page-token.ts'
import { findAddressOfToken, takePageLink } from './rows/page-links.ts'
import { usersOfAddress } from './users-of-address.ts'

/** An opened link: the address that it was sent to, and the users that have it. */
export type OpenedLink = { readonly address: string; readonly users: readonly FullUserRow[] }

/** Reads a link without using it up; null if it cannot be used. */
export async function openLink(ctx: Context, tenantId: TenantId, token: string): Promise<OpenedLink | null> {
  if (!PAGE_TOKEN.test(token)) return null
  const { hostedPage } = await readSettings(ctx, tenantId)
  if (!hostedPage.enabled) return null
  return ctx.readTenant(tenantId, async (tx) => {
    const address = await findAddressOfToken(tx, hashOfToken(token), ctx.clock.now())
    if (address === null) return null
    const users = await usersOfAddress(tx, address)
    return users.length === 0 && !hostedPage.joinByEmail ? null : { address, users }
  })
}

export type UsedLink =
  | { readonly kind: 'signed in'; readonly sessionToken: string }
  /** The address has several users, and none of them was chosen: the link can still be used. */
  | { readonly kind: 'choose'; readonly link: OpenedLink }
  | { readonly kind: 'not valid' }

/** Signs in by a link, once. `chosen` is the key of one of the users of its address; null for the only one. */
export async function useLink(
  ctx: Context,
  tenantId: TenantId,
  token: string,
  chosen: string | null,
): Promise<UsedLink> {
  const link = await openLink(ctx, tenantId, token)
  if (link === null) return { kind: 'not valid' }
  const { users } = link
  const user = users.length > 1 ? users.find((it) => it.id === chosen) : users[0]
  if (user === undefined && users.length > 0) return { kind: 'choose', link }
  const address = await ctx.writeTenant(tenantId, (tx) =>
    takePageLink(tx, hashOfToken(token), ctx.clock.now()),
  )
  if (address === null) return { kind: 'not valid' }
  const key: UserKey | null = user?.id ?? (await joinByEmail(ctx, tenantId, address))
  if (key === null) return { kind: 'not valid' }
  return { kind: 'signed in', sessionToken: await startPageSession(ctx, tenantId, key, address) }
}
