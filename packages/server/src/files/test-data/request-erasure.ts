import { Refusal } from '@goodword/contract/frame/refusal'
import type { TestData } from '@goodword/contract/program/test-data'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { requireTestTenant } from '../../frame/tenants/test-clock.ts'
import { countTestData } from './rows/counts.ts'
import { beginTestDataErasure, loadTestDataErasure } from './rows/erasures.ts'

export type ErasureRequest = {
  /** The alias of the tenant, to confirm that it is meant. */
  readonly confirm: string
  readonly requestKey: string
}

/**
 * Has the test data of a tenant erased by a job; while that is not finished, another request starts nothing.
 *
 * @throws Refusal NOT_A_TEST_TENANT or VALIDATION_FAILED
 */
export async function requestTestDataErasure(
  ctx: Context,
  tenantId: TenantId,
  { confirm, requestKey }: ErasureRequest,
): Promise<TestData> {
  requireTestTenant(tenantId, ONLY_TEST_PROGRAMS)
  if (confirm !== tenantId) {
    const message = `To erase all test data of this program, "confirm" must be its alias, "${tenantId}".`
    throw new Refusal('VALIDATION_FAILED', message, 'confirm')
  }
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time are carried out one after the other.
    await lockProgram(tx)
    const last = await loadTestDataErasure(tx)
    if (last === null || (last.state === 'DONE' && last.request_key !== requestKey)) {
      beginTestDataErasure(tx, requestKey, tx.now)
      enqueueJob(tx, { kind: 'ERASE_TEST_DATA', subject: '' })
      writeAuditEntry(tx, auditEntry(ctx, 'test-data.erase', {}))
    }
    return testDataIn(tx)
  })
}

const ONLY_TEST_PROGRAMS = 'Only test programs have data that can be erased as a whole.'

/** The data that an erasure would erase, and the progress of the last one. @throws Refusal NOT_A_TEST_TENANT */
export async function readTestData(ctx: Context, tenantId: TenantId): Promise<TestData> {
  requireTestTenant(tenantId, ONLY_TEST_PROGRAMS)
  return ctx.readTenant(tenantId, testDataIn)
}

async function testDataIn(tx: Transaction): Promise<TestData> {
  const [erasure, counts] = await Promise.all([loadTestDataErasure(tx), countTestData(tx)])
  return {
    state: erasure?.state ?? 'NONE',
    erasedRows: erasure?.erased_rows ?? 0,
    dateRequested: erasure?.requested_at ?? null,
    dateFinished: erasure?.finished_at ?? null,
    counts,
  }
}
