import type { Connection } from '@goodword/contract/billing/connection'
import type { TenantId } from '@goodword/domain/values/ids'
import type { SetupFinding } from '../../connectors/connector.ts'
import { documentOf } from '../../connectors/processor-clients.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type ConnectionRow, loadConnection, recordCredentials, recordSetup } from '../rows/connections.ts'
import { callProcessor, processorUnavailable, storedFindings, withinRequest } from './call-processor.ts'
import { clientOf, credentialsContext, openCredentials } from './processor-client.ts'
import {
  checkSetup,
  connectionIn,
  missingSetupOf,
  notConnected,
  readConnection,
  withWebhook,
} from './read-connection.ts'

/**
 * Checks again which setup is missing at the processor. Credentials that it rejects make the connection BROKEN.
 *
 * @throws Refusal PROCESSOR_NOT_CONNECTED or PROCESSOR_UNAVAILABLE
 */
export async function checkConnection(ctx: Context, tenantId: TenantId): Promise<Connection> {
  const { row, settings } = await ctx.readTenant(tenantId, async (tx) => {
    const present = await loadConnection(tx)
    if (present === null) throw notConnected()
    return { row: present, settings: settingsOf((await loadProgram(tx)).settings) }
  })
  const stored = openCredentials(ctx, tenantId, row)
  if (stored === null) return readConnection(ctx, tenantId)
  const client = clientOf(ctx, tenantId, row)
  try {
    const checked = callProcessor(ctx, tenantId, { row, client }, async () => {
      const { findings } = await checkSetup(client, settings)
      return withWebhook(ctx, tenantId, client, { credentials: stored, findings, stored })
    })
    const { credentials, findings } = await withinRequest(checked)
    const document = documentOf(credentials)
    return await ctx.writeTenant(tenantId, async (tx) => {
      // The findings of mirroring are checked by its own job.
      const mirrored = storedFindings(row).filter(({ item }) => item === 'PROMOTION_CODE')
      recordSetup(tx, row.id, [...findings, ...mirrored], ctx.clock.now())
      if (document !== documentOf(stored))
        recordCredentials(tx, row.id, ctx.secretBox.seal(document, credentialsContext(tenantId, row.id)))
      // Jobs that failed for want of the permission would wait for the next sweep.
      if (wasDenied(row) && !findings.some(isPermission)) {
        enqueueJobs(tx, [{ kind: 'ALL_CUSTOMERS', subject: '' }])
      }
      return connectionIn(ctx, tx)
    })
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.retryable) throw processorUnavailable(error)
    return readConnection(ctx, tenantId)
  }
}

/** Whether the keys, or their permissions, kept calls from working. */
function wasDenied(row: ConnectionRow): boolean {
  return row.last_error_code === 'CREDENTIALS_REJECTED' || missingSetupOf(row).some(isPermission)
}

function isPermission({ item }: SetupFinding): boolean {
  return item === 'PERMISSION'
}
