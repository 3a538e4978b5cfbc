import type { User } from '@goodword/contract/users/user'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { shareLinks } from '../share-links/share-links.ts'
import type { UserReading } from './user-reading.ts'

export function userAnswer(ctx: Context, tenantId: TenantId, user: UserReading): User {
  return {
    id: user.id,
    accountId: user.accountId,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    locale: user.locale,
    referralCode: user.code,
    shareLinks: shareLinks(ctx, tenantId, user.code),
    dateCreated: user.createdAt,
    dateBlocked: user.blockedAt,
  }
}
