import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ProgramSettings } from '@goodword/contract/program/program'
import { withKnownFields } from '../../frame/http/requests/program-settings.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import type { DrainJobs } from '../../frame/jobs/run-now.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { moveTestClock, readTestClock } from '../../frame/tenants/test-clock.ts'
import { replaceProgram } from './replace-program.ts'

/** The settings of a program, and its test clock. */
export function programEndpoints(
  serve: ServeEndpoint,
  { drainJobs }: { readonly drainJobs?: DrainJobs },
): void {
  serve(endpoints.readProgram, (ctx, { tenant }) => readProgram(ctx, tenant.tenantId))
  serve(endpoints.replaceProgram, async (ctx, { tenant, body }) => {
    const { version } = body
    // The known fields of a body that met the schema meet it too.
    const settings = withKnownFields(body) as ProgramSettings
    const program = await replaceProgram(ctx, tenant.tenantId, settings, version)
    if (program === null) {
      const message = `Version ${version} is out of date: the program was changed since you retrieved it. Retrieve it again and send your change with the new version.`
      throw new Refusal('STALE_VERSION', message, 'version')
    }
    return program
  })
  serve(endpoints.readTestClock, (ctx, { tenant }) => readTestClock(ctx, tenant.tenantId))
  /** Jobs that take too long go on after the response, and those that failed are retried. */
  serve(endpoints.moveTestClock, async (ctx, { tenant, body }) => {
    const now = await moveTestClock(ctx, tenant.tenantId, body.now)
    const isDone = (await drainJobs?.(tenant.tenantId, { until: now, retriesFailed: false })) ?? true
    if (isDone) return { now, movingTo: null, reached: now, jobsLeft: 0, jobsRetrying: 0 }
    // The time is the one that was asked for, whatever the clock shows by now.
    return { ...(await readTestClock(ctx, tenant.tenantId)), now }
  })
}
