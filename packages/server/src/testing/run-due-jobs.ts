import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../frame/context.ts'
import { drainTenant } from '../jobs/drain-tenant.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { type TestRunner, testRunner } from './test-worker.ts'

/** Longer than the jobs of any test take. */
const LIMIT_MS = 600_000

/** Runs all jobs of a tenant that are due by a time, as workers do. A job that failed waits for its turn. */
export async function runDueJobs(
  ctx: Context,
  tenantId: TenantId,
  until: number,
): Promise<Omit<TestRunner, 'runner'>> {
  const options = { handlers: jobHandlers, random: () => 1 }
  const { runner, ...done } = testRunner(ctx, async () => null, options)
  if (await drainTenant(runner, tenantId, until, LIMIT_MS)) return done
  throw new Error(`the jobs of the tenant did not end in time: ${JSON.stringify(done.runs)}`)
}
