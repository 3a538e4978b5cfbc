import type { Database, DatabaseAddress } from '@goodword/server/engine/driver/database'
import { asOwner } from '../crash/database-faults.ts'

/** Reads a tenant's queue past row-level security. */
export function queueOf(address: DatabaseAddress, alias: string) {
  const run = <Row>(text: string) =>
    asOwner(address, (owner: Database) => owner.query<Row>({ name: '', text }, [alias]))
  return {
    /** Ends the leases of jobs whose processes are all dead, as 90 seconds would. */
    async endLeases(): Promise<void> {
      await run(`update app.job set leased_until = now() where tenant_id = $1 and state = 'RUNNING'`)
    },
    /** The most attempts that a job of the tenant has failed in a row. */
    async mostAttempts(): Promise<number> {
      const [row] = await run<{ most: number | null }>(
        `select max(attempts) as most from app.job where tenant_id = $1 and state <> 'RUNNING'`,
      )
      return Number(row?.most ?? 0)
    },
    async failedJobs(): Promise<readonly string[]> {
      const rows = await run<{ kind: string; subject: string; last_error: string }>(
        `select kind, subject, last_error from app.job where tenant_id = $1 and state = 'FAILED'`,
      )
      return rows.map((it) => `the job ${it.kind} ${it.subject} failed for good: ${it.last_error}`)
    },
  }
}
