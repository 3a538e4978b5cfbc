import type { TenantId } from '@goodword/domain/values/ids'
import { documentOf } from '../../connectors/processor-clients.ts'
import type { Context } from '../../frame/context.ts'
import { lockConnectionHealth, recordCredentials, recordSetup } from '../rows/connections.ts'
import { callProcessor } from './call-processor.ts'
import { withWebhook } from './check-setup.ts'
import { storedFindings } from './denied-calls.ts'
import { credentialsContext, type OpenConnection, openCredentials } from './processor-client.ts'
import { isWebhook } from './read-connection.ts'

const DAY_MS = 86_400_000

/**
 * Corrects the webhook that the service registered at the processor, a day after the setup was last looked at: it may have been deleted,
 * disabled or changed by hand, or an upgrade reads other kinds. What keeps it from being corrected is missing from then on.
 *
 * @throws ProcessorError
 */
export async function followWebhook(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
): Promise<void> {
  const { row, client } = connection
  const now = ctx.clock.now()
  const isDue = now - (row.setup_checked_at ?? 0) >= DAY_MS
  if (client.registerWebhook === undefined || !isDue || row.removal_requested_at !== null) return
  const stored = openCredentials(ctx, tenantId, row)
  if (stored === null) return
  const { credentials, findings } = await callProcessor(ctx, tenantId, connection, () =>
    withWebhook(ctx, tenantId, client, { credentials: stored, findings: [], stored }),
  )
  const document = documentOf(credentials)
  await ctx.writeTenant(tenantId, async (tx) => {
    const health = await lockConnectionHealth(tx, row.id)
    if (health === null) return
    const others = storedFindings(health).filter((it) => !isWebhook(it))
    recordSetup(tx, row.id, [...others, ...findings], now)
    if (document !== documentOf(stored))
      recordCredentials(tx, row.id, ctx.secretBox.seal(document, credentialsContext(tenantId, row.id)))
  })
}
