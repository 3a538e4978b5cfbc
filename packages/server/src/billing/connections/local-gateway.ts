import type { Connection } from '@goodword/contract/billing/connection'
import type { ConnectionCredentials } from '@goodword/contract/billing/connection-credentials'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { readTestClock } from '../../frame/tenants/test-clock.ts'
import { loadConnection } from '../rows/connections.ts'
import { checkConnection } from './check-connection.ts'
import { connectProcessor } from './connect-processor.ts'
import { type OpenConnection, readConnection } from './read-connection.ts'
import { removeConnection } from './remove-connection.ts'

/** A payment processor on this machine, which the start of the service opened. */
export type LocalGateway = {
  readonly processor: 'braintree' | 'stripe'
  /** `http://127.0.0.1:3001` */
  readonly url: string
  /** Whether customers and subscriptions are there again after the next start. */
  readonly isKept: boolean
  /** An account for a program; the one that it has already, if it has one. */
  readonly openAccount: (tenantId: TenantId) => Promise<ConnectionCredentials>
  /** Makes what an account lacks, has it send notifications, and moves its time on only after the service has followed. */
  readonly setUp: (connection: Follower) => Promise<void>
}

/** The service, as the account of a gateway reaches it, and what the account lacks. */
type Follower = Pick<OpenConnection, 'merchantId' | 'missingSetup' | 'webhookUrl' | 'clockUrl'> & {
  /** The time of the program: milliseconds since the epoch. */
  readonly now: number
}

/**
 * Connects a test program to an account of its own at the local gateway, and sets that up. A program that is connected to an
 * account there stays with it, and what the account lacks is made.
 *
 * @throws Refusal as connecting a processor does
 */
export async function connectLocalGateway(
  ctx: Context,
  tenantId: TenantId,
  gateway: LocalGateway,
): Promise<Connection> {
  const isThere = await isConnectedTo(ctx, tenantId, gateway)
  if (!isThere) await connectLocalAccount(ctx, tenantId, gateway, await gateway.openAccount(tenantId))
  else await setUp(ctx, tenantId, gateway)
  return checkConnection(ctx, tenantId)
}

/** Connects a program to an account of the local gateway, in the place of one that an earlier start had. */
export async function connectLocalAccount(
  ctx: Context,
  tenantId: TenantId,
  gateway: Pick<LocalGateway, 'processor' | 'isKept' | 'setUp'>,
  credentials: ConnectionCredentials,
): Promise<void> {
  const present = await ctx.readTenant(tenantId, loadConnection)
  // The gateway of an earlier start is gone, or is another one: its subscriptions cannot be there.
  const isLeft = present?.environment.startsWith('http') === true
  if (isLeft && !(gateway.isKept && present.processor === gateway.processor)) {
    await removeConnection(ctx, tenantId)
  }
  await connectProcessor(ctx, tenantId, credentials)
  await setUp(ctx, tenantId, gateway)
}

async function isConnectedTo(ctx: Context, tenantId: TenantId, gateway: LocalGateway): Promise<boolean> {
  const present = await ctx.readTenant(tenantId, loadConnection)
  if (present?.processor !== gateway.processor || present.environment !== gateway.url) return false
  return (await checkConnection(ctx, tenantId)).state !== 'BROKEN'
}

async function setUp(
  ctx: Context,
  tenantId: TenantId,
  { setUp }: Pick<LocalGateway, 'setUp'>,
): Promise<void> {
  const { now } = await readTestClock(ctx, tenantId)
  await setUp({ ...(await readConnection(ctx, tenantId)), now })
}
