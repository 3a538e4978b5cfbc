import type { TenantId } from '@goodword/domain/values/ids'
import { currencyDecimals, type Money } from '@goodword/domain/values/money'
import { connectorOf } from '../../connectors/processor-clients.ts'
import type { Context } from '../../frame/context.ts'
import { loadConnection } from '../rows/connections.ts'

/** The finest amount that the connected processor takes off a price, in minor units. Only a third decimal is not taken by all. */
export async function readAmountStep(ctx: Context, tenantId: TenantId, price: Money): Promise<number> {
  if (currencyDecimals(price.currency) < 3) return 1
  const connection = await ctx.readTenant(tenantId, loadConnection)
  return connection === null ? 1 : connectorOf(connection).amountStep(price)
}
