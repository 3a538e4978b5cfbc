import type { TenantId } from '@goodword/domain/values/ids'
import type { ProcessorClient, ProcessorCredentials, SetupFinding } from '../../../connectors/connector.ts'
import type { Context } from '../../foundation/context.ts'

export type CheckedSetup = {
  /** The account at the processor that the credentials belong to. */
  readonly merchantId: string
  readonly findings: readonly SetupFinding[]
}

/** Looks what the credentials are good for: two calls, of connecting and of every later check. */
export async function checkSetup(client: ProcessorClient, discountId: string): Promise<CheckedSetup> {
  const merchantId = await client.checkCredentials()
  return { merchantId, findings: await client.findMissingSetup(discountId) }
}

/** Credentials with what the processor's notifications are verified by, and what is missing by now. */
export type WithWebhook = {
  readonly credentials: ProcessorCredentials
  readonly findings: readonly SetupFinding[]
}

/** Has the processor send its notifications, where the keys can do that. `stored` are the credentials from before. */
export async function withWebhook(
  ctx: Context,
  tenantId: TenantId,
  client: ProcessorClient,
  { credentials, findings, stored }: WithWebhook & { readonly stored: ProcessorCredentials | null },
): Promise<WithWebhook> {
  if (client.registerWebhook === undefined) return { credentials, findings }
  const url = webhookUrlOf(ctx, tenantId)
  const registered = await client.registerWebhook({ url, program: tenantId, stored })
  const { finding } = registered
  return {
    credentials: registered.credentials,
    findings: finding === null ? findings : [...findings, finding],
  }
}

/** Where the processor sends its notifications. The token in it is a secret. */
export function webhookUrlOf({ baseUrl, secretBox }: Context, tenantId: TenantId): string {
  return `${baseUrl}/hooks/${tenantId}/${secretBox.hookToken(tenantId)}`
}
