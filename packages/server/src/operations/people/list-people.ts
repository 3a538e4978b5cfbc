import { Refusal } from '@goodword/contract/refusal'
import type { AccountId, TenantId } from '@goodword/domain/ids'
import { searchKey } from '@goodword/domain/search-key'
import { listBlockedPeople, listPeople, type Prefixes, searchPeople } from '../../store/people-search.ts'
import type { Context } from '../context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'
import { type PersonReading, personReading } from './person-reading.ts'

export type PeopleQuestion = {
  readonly query: string | null
  readonly accountId: AccountId | null
  readonly isBlocked: boolean
}

/**
 * A page of people: those of one account, or of blocked accounts, or all; with a query those whose id, name, last name,
 * e-mail or code begins so. Throws a Refusal VALIDATION_FAILED for an account beside another filter.
 */
export function readPeoplePage(
  ctx: Context,
  tenantId: TenantId,
  { query, accountId, isBlocked }: PeopleQuestion,
  page: PageQuestion,
): Promise<Page<PersonReading>> {
  const request = pageRequestOf(page)
  if (accountId !== null && (query !== null || isBlocked)) throw oneFilter()
  return ctx.readTenant(tenantId, async (tx) => {
    const prefixes = query === null ? null : prefixesOf(query)
    if (isBlocked) return mapPage(await listBlockedPeople(tx, prefixes, request), personReading)
    if (prefixes === null) {
      const filter = accountId === null ? {} : { accountId }
      return mapPage(await listPeople(tx, filter, tx.now, request), personReading)
    }
    return mapPage(await searchPeople(tx, prefixes, request), personReading)
  })
}

function oneFilter(): Refusal {
  const message = '"accountId" cannot be combined with "query" or "blocked". Omit one of them.'
  return new Refusal('VALIDATION_FAILED', message, 'accountId')
}

function prefixesOf(query: string): Prefixes {
  return { id: query, key: searchKey(query), code: query.trim().toUpperCase() }
}
