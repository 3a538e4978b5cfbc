import type { AccountId, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { newcomer } from '../../tracking/newcomer.ts'
import { acceptedOf, track } from '../../tracking/track.ts'
import { findUser } from '../users/rows/users.ts'
import { hasAddress } from './users-of-address.ts'

/** How the IDs of accounts and users begin that came by the hosted page. */
export const JOINED_PREFIX = 'page_'
/** How many people of one address may have been erased, or have got another address, before no one can join by it. */
const MAX_ATTEMPTS = 20

/**
 * Makes who proved an address the user of an account of their own; null if that cannot be. The ID of both follows from the
 * address by a keyed hash, so that two links that are used at once make one account. Where an ID is that of an erased
 * person, or of one whose address has been changed since, the next one is taken.
 */
export async function joinByEmail(
  ctx: Context,
  tenantId: TenantId,
  address: string,
): Promise<UserKey | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const mark = ctx.secretBox.erasedMark(tenantId, 'account of an address', [address, String(attempt)])
    const id = `${JOINED_PREFIX}${mark.slice(0, 22)}`
    const [accountId, userId] = [id as AccountId, id as UserId]
    const known = await ctx.readTenant(tenantId, (tx) => findUser(tx, accountId, userId))
    if (known !== null && hasAddress(known, address)) return known.id
    if (known !== null) continue
    const identify = { kind: 'identify', userId, email: address, newcomer: newcomer(ctx) } as const
    // The link proved the address, so it counts like one that the merchant's server sent.
    const call = { accountId, source: 'server', commands: [identify] } as const
    const tracked = await track(ctx, tenantId, { call, actor: 'browser' })
    if (tracked.isErased === true) continue
    const user = acceptedOf(tracked).account.users.find((it) => it.id === userId)
    if (user === undefined) throw new Error('user not found after joining by e-mail')
    return user.key
  }
  return null
}
