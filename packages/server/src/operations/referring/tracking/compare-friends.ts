import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import { findFriendsInCommon } from '../../../store/tracking/keys-of-account.ts'
import type { Context } from '../../foundation/context.ts'
import { track } from './track.ts'

/** Lets fraud rules look again at the referrals of friends who share a card or a device with the account that referred them. */
export async function compareFriends(ctx: Context, tenantId: TenantId, account: AccountKey): Promise<void> {
  const friends = await ctx.readTenant(tenantId, (tx) => findFriendsInCommon(tx, account))
  const look = { kind: 'observe', facts: {} } as const
  await Promise.all(
    friends.map((accountId) =>
      track(ctx, tenantId, { call: { accountId, source: 'processor', commands: [look] }, actor: 'service' }),
    ),
  )
}
