import { insertRecurringJob } from '../engine/job-table/enqueued-jobs.ts'
import type { Context } from '../frame/context.ts'
import { INSTALLATION } from '../frame/jobs/job-kind.ts'
import type { JobHandlers } from './job-handler.ts'

/**
 * Adds the recurring jobs of the installation that are not in the queue yet. They stay in it: each run schedules the next
 * one, so a job runs once per period in any number of processes.
 */
export async function scheduleRecurringJobs(ctx: Context, handlers: JobHandlers): Promise<void> {
  const recurring = Object.entries(handlers).filter(([, handler]) => handler.everyMs !== undefined)
  await ctx.writeTenant(INSTALLATION, async (tx) => {
    for (const [kind] of recurring) insertRecurringJob(tx, tx.newId<string>(), kind)
  })
}
