import type { UserKey } from '@goodword/domain/values/ids'
import { afterAll, expect, inject, test } from 'vitest'
import { loadCommittedUntil } from '../../reporting/statistics/rows/raw-clicks.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { clockReaches, openClick } from '../../testing/statistics/open-click.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, tenantAt } from '../../testing/test-tenant.ts'
import { openDatabase, type ServiceAddress } from '../driver/database.ts'

const db = await createTestDatabase()
const coordinator = inject('databaseServer')
const nodes = [coordinator, ...(coordinator.workers ?? [])].map(({ port }) =>
  openDatabase({ ...db.serviceAddress, port } as ServiceAddress, 'service', 2, NO_TIMEOUTS),
)
afterAll(() => Promise.all(nodes.map((it) => it.close())))

test('a click that is not committed holds back what is counted, whichever nodes the two processes are connected to', async () => {
  expect(nodes).toHaveLength(3)
  for (const [index, writer] of nodes.entries()) {
    const { id: tenant, referrer } = await makeTestTenant(db, `tenant_${index}`)
    await referrer('ada')
    const [owner] = await db.owner.query<{ id: UserKey }>(
      { name: '', text: 'select id from account_user where tenant_id = $1' },
      [tenant],
    )
    for (const reader of nodes) {
      const { ctx } = tenantAt(reader, tenant)
      const committedUntil = () => ctx.readTenant(tenant, loadCommittedUntil)
      const late = await openClick(writer, tenant, owner?.id ?? '')
      try {
        await clockReaches(reader, late.stored + 1)
        // The transaction began earlier where the click got its time than where the rows of the tenant are.
        expect(await committedUntil()).toBeLessThanOrEqual(late.stored - 15_000)
      } finally {
        await late.rollback()
      }
      await expect.poll(committedUntil).toBeGreaterThan(late.stored - 15_000)
    }
  }
})
