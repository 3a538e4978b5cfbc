import type { TestData } from '@goodword/contract/test-data'
import type { TenantId } from '@goodword/domain/values/ids'
import { countTestData, MAX_COUNTED } from '../../../store/test-data/counts.ts'
import { loadTestDataErasure } from '../../../store/test-data/erasures.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { requireTestTenant } from '../../foundation/tenants/test-clock.ts'

export const ONLY_TEST_PROGRAMS = 'Only test programs have data that can be erased as a whole.'

/** What an erasure would erase, and how far the last one is. Throws a Refusal NOT_A_TEST_TENANT. */
export async function readTestData(ctx: Context, tenantId: TenantId): Promise<TestData> {
  requireTestTenant(tenantId, ONLY_TEST_PROGRAMS)
  return ctx.readTenant(tenantId, testDataIn)
}

export async function testDataIn(tx: Transaction): Promise<TestData> {
  const [erasure, counted] = await Promise.all([loadTestDataErasure(tx), countTestData(tx)])
  const upToMost = (count: number) => (count > MAX_COUNTED ? null : count)
  return {
    state: erasure?.state ?? 'NONE',
    erasedRows: erasure?.erased_rows ?? 0,
    dateRequested: erasure?.requested_at ?? null,
    dateFinished: erasure?.finished_at ?? null,
    counts: {
      accounts: upToMost(counted.accounts),
      users: upToMost(counted.users),
      referrals: upToMost(counted.referrals),
      rewards: upToMost(counted.rewards),
      clicks: upToMost(counted.clicks),
      events: upToMost(counted.events),
      deliveries: upToMost(counted.deliveries),
      mails: upToMost(counted.mails),
      imports: upToMost(counted.imports),
      exports: upToMost(counted.exports),
      notifications: upToMost(counted.notifications),
    },
  }
}
