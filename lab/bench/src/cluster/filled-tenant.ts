import type { TenantId } from '@goodword/domain/values/ids'
import { createTenant } from '@goodword/server/administration/tenants/create-tenant'
import { fillFriends, fillReferrers } from '../dataset/fill.ts'
import { readUsers, type SampleUser } from '../dataset/sample-users.ts'
import type { OpenedDatabase } from './routes.ts'

/** A tenant with people on one database. */
export type FilledTenant = { readonly tenantId: TenantId; readonly referrers: readonly SampleUser[] }

const LANDING_PAGE = 'https://shop.example.com/'
/** The maximum of referrers that calls go round among. */
const MAX_REFERRERS = 5000

/** Creates a tenant with so many friends, and a tenth as many referrers. */
export async function createFilledTenant(
  database: OpenedDatabase,
  alias: string,
  friends: number,
): Promise<FilledTenant> {
  const { owner, operator } = database
  const tenantId = alias as TenantId
  const count = Math.min(MAX_REFERRERS, Math.ceil(friends / 10))
  await createTenant(operator, { alias, landingPage: LANDING_PAGE })
  await fillReferrers(owner, tenantId, { letter: 'r', from: 1, count })
  const referrers = await readUsers(
    owner,
    tenantId,
    Array.from({ length: count }, (_, index) => `r${index + 1}`),
  )
  const tenant = { tenantId, referrers }
  await addFriends(database, tenant, 1, friends)
  return tenant
}

/** Adds friends as they came over the last year. */
export async function addFriends(
  { owner }: OpenedDatabase,
  { tenantId, referrers }: FilledTenant,
  from: number,
  count: number,
): Promise<void> {
  await fillFriends(owner, tenantId, { letter: 'f', from, count }, { referrers, isLoaded: true })
}
