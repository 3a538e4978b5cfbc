import type { TenantId } from '@goodword/domain/ids'
import { type ProcessorClient, ProcessorError } from '../../../connectors/connector.ts'
import { openOrNull } from '../../../platform/secrets/secret-box.ts'
import { type ConnectionRow, loadConnection } from '../../../store/processor/connections.ts'
import type { Context, Transaction } from '../../foundation/context.ts'

/** A connection and the client for its calls. */
export type OpenConnection = { readonly row: ConnectionRow; readonly client: ProcessorClient }

/**
 * The connection of a tenant, ready to be called; null without one.
 *
 * @throws ProcessorError CREDENTIALS_REJECTED if its private key cannot be decrypted
 */
export async function openConnection(ctx: Context, tenantId: TenantId): Promise<OpenConnection | null> {
  const row = await ctx.readTenant(tenantId, loadConnection)
  return row === null ? null : { row, client: clientOf(ctx, tenantId, row) }
}

/** Opens the connection, with what else is read of the tenant in that transaction. */
export async function openConnectionWith<T>(
  ctx: Context,
  tenantId: TenantId,
  read: (tx: Transaction) => Promise<T>,
): Promise<readonly [OpenConnection, T] | null> {
  const [row, found] = await ctx.readTenant(tenantId, (tx) => Promise.all([loadConnection(tx), read(tx)]))
  return row === null ? null : [{ row, client: clientOf(ctx, tenantId, row) }, found]
}

/**
 * The client of a connection.
 *
 * @throws ProcessorError CREDENTIALS_REJECTED if the private key cannot be decrypted
 */
export function clientOf(ctx: Context, tenantId: TenantId, row: ConnectionRow): ProcessorClient {
  const privateKey = privateKeyOf(ctx, tenantId, row)
  if (privateKey === null) throw new ProcessorError('CREDENTIALS_REJECTED', { message: KEY_LOST })
  const { processor, environment, merchant_id: merchantId, public_key: publicKey } = row
  return ctx.processors.open({ processor, environment, merchantId, publicKey, privateKey })
}

export const KEY_LOST =
  'The stored private key cannot be decrypted, because the service runs with another SECRET_KEY than before. Send the credentials again with PUT connection.'

/** Null if it was encrypted with another secret key. */
export function privateKeyOf({ secretBox }: Context, tenantId: TenantId, row: ConnectionRow): string | null {
  return openOrNull(secretBox, row.private_key_box, privateKeyContext(tenantId, row.id))
}

/** A private key is encrypted for one connection of one tenant. */
export function privateKeyContext(tenantId: TenantId, recordId: string) {
  return { tenantId, purpose: 'processor-private-key', recordId } as const
}
