import type { TestData } from '@goodword/contract/program/test-data'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { requireTestTenant } from '../../frame/tenants/test-clock.ts'
import { countTestData } from './rows/counts.ts'
import { loadTestDataErasure } from './rows/erasures.ts'

export const ONLY_TEST_PROGRAMS = 'Only test programs have data that can be erased as a whole.'

/** What an erasure would erase, and how far the last one is. Throws a Refusal NOT_A_TEST_TENANT. */
export async function readTestData(ctx: Context, tenantId: TenantId): Promise<TestData> {
  requireTestTenant(tenantId, ONLY_TEST_PROGRAMS)
  return ctx.readTenant(tenantId, testDataIn)
}

export async function testDataIn(tx: Transaction): Promise<TestData> {
  const [erasure, counts] = await Promise.all([loadTestDataErasure(tx), countTestData(tx)])
  return {
    state: erasure?.state ?? 'NONE',
    erasedRows: erasure?.erased_rows ?? 0,
    dateRequested: erasure?.requested_at ?? null,
    dateFinished: erasure?.finished_at ?? null,
    counts,
  }
}
