import type { TenantId } from '@goodword/domain/values/ids'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import type { JobRunner } from '../../jobs/run-job.ts'
import type { TestService } from '../test-service.ts'

const MINUTE_MS = 60_000

/** Runs the jobs of erasures to their end: they look once more after a minute. */
export async function drainErasures(
  { clock }: Pick<TestService, 'clock'>,
  runner: JobRunner,
  tenantId: TenantId,
): Promise<void> {
  for (const waitMs of [0, 2 * MINUTE_MS]) {
    clock.now += waitMs
    // Jobs are due by the database's clock, which this one does not move.
    const isDrained = await drainTenant(runner, tenantId, clock.now + waitMs, 600_000)
    if (!isDrained) throw new Error('jobs still run')
  }
}
