import { Refusal } from '@goodword/contract/refusal'
import type { TestData } from '@goodword/contract/test-data'
import type { TenantId } from '@goodword/domain/values/ids'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { lockProgram } from '../../../store/directory/programs.ts'
import { beginTestDataErasure, loadTestDataErasure } from '../../../store/test-data/erasures.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { requireTestTenant } from '../../foundation/tenants/test-clock.ts'
import { ONLY_TEST_PROGRAMS, testDataIn } from './read-test-data.ts'

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
