import { Refusal } from '@goodword/contract/frame/refusal'
import type { TestData } from '@goodword/contract/program/test-data'
import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { requireTestTenant } from '../../frame/tenants/test-clock.ts'
import { ONLY_TEST_PROGRAMS, testDataIn } from './read-test-data.ts'
import { beginTestDataErasure, loadTestDataErasure } from './rows/erasures.ts'

export type ErasureRequest = {
  /** The alias of the tenant, to confirm that it is meant. */
  readonly confirm: string
  readonly requestKey: string
}

/**
 * Has the test data of a tenant erased by a job; while that is not finished, another request starts nothing.
 *
 * Throws a Refusal NOT_A_TEST_TENANT or VALIDATION_FAILED.
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
