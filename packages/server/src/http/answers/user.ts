import type { User } from '@goodword/contract/user'
import type { TenantId } from '@goodword/domain/ids'
import type { PersonReading } from '../../operations/people/person-reading.ts'
import { type LinkPlaces, shareLinks } from './share-links.ts'

export function userAnswer(person: PersonReading, places: LinkPlaces, tenantId: TenantId): User {
  return {
    id: person.id,
    accountId: person.accountId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    referralCode: person.code,
    shareLinks: shareLinks(places, tenantId, person.code),
    dateCreated: person.createdAt,
  }
}
