import type { TenantId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { Context } from '../../frame/context.ts'
import type { ConnectionRow } from '../rows/connections.ts'
import { withinRequest } from './call-processor.ts'
import { clientOf } from './processor-client.ts'

/** Removes the webhook that was registered for a connection which is not there any more. */
export async function removeWebhook(ctx: Context, tenantId: TenantId, removed: ConnectionRow): Promise<void> {
  try {
    const client = clientOf(ctx, tenantId, removed)
    await withinRequest(client.removeWebhook?.() ?? Promise.resolve())
  } catch (error) {
    // A webhook that cannot be removed now stays there: its notifications are refused, and a new connection finds it again.
    if (!(error instanceof ProcessorError)) throw error
  }
}
