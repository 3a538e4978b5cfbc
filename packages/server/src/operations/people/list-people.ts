import type { TenantId } from '@goodword/domain/ids'
import { searchKey } from '@goodword/domain/search-key'
import { listPeople, searchPeople } from '../../store/people-search.ts'
import type { Context } from '../context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'
import { type PersonReading, personReading } from './person-reading.ts'

/** A page of people; with a query those whose id, name, last name, e-mail or code begins so. */
export function readPeoplePage(
  ctx: Context,
  tenantId: TenantId,
  query: string | null,
  page: PageQuestion,
): Promise<Page<PersonReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    if (query === null) return mapPage(await listPeople(tx, tx.now, request), personReading)
    const prefixes = { id: query, key: searchKey(query), code: query.trim().toUpperCase() }
    return mapPage(await searchPeople(tx, prefixes, request), personReading)
  })
}
