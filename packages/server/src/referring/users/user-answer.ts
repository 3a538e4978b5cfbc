import type { User } from '@goodword/contract/users/user'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { shareLinks } from '../share-links/share-links.ts'
import type { UserReading } from './user-reading.ts'

export function userAnswer(ctx: Context, tenantId: TenantId, person: UserReading): User {
  return {
    id: person.id,
    accountId: person.accountId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    locale: person.locale,
    referralCode: person.code,
    shareLinks: shareLinks(ctx, tenantId, person.code),
    dateCreated: person.createdAt,
    dateBlocked: person.blockedAt,
  }
}
