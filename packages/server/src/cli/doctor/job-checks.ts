import type { Database } from '../../store/driver/database.ts'
import { findTenantsWithFailedJobs, readJobStatistics } from '../../store/jobs/job-candidates.ts'
import type { Check } from './check.ts'

const MAX_NAMED = 5
const MAX_WAIT_MS = 5 * 60_000

/** Looks for jobs that failed for good, and for jobs that no worker takes. */
export async function checkJobs(owner: Database): Promise<Check> {
  const name = 'jobs'
  const { depth, oldestMs } = await readJobStatistics(owner)
  if (depth.FAILED > 0) {
    const tenants = await findTenantsWithFailedJobs(owner, MAX_NAMED + 1)
    const named = tenants.slice(0, MAX_NAMED).join(', ')
    const more = tenants.length > MAX_NAMED ? ' and more' : ''
    const [first = ''] = tenants
    const message = `Background jobs have failed for good: ${depth.FAILED}, of ${named}${more}. "goodword-server job list ${first} --failed" shows their errors; "goodword-server job retry ${first} <id>" runs one again.`
    return { name, ok: false, message }
  }
  if (oldestMs > MAX_WAIT_MS) {
    const minutes = Math.round(oldestMs / 60_000)
    const message = `Background jobs have been waiting for a worker for ${minutes} minutes. Start a process other than PROCESS=web.`
    return { name, ok: false, message }
  }
  return { name, ok: true, message: 'No background job has failed for good, and none waits for long.' }
}
