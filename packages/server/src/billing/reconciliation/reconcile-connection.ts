import type { ConnectionReconciliation } from '@goodword/contract/billing/connection-reconciliation'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { AccountId, ProviderId, TenantId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../connectors/processor-error.ts'
import { inParallel } from '../../engine/foundation/in-parallel.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import type { CustomerRun, RunCustomer } from '../../frame/jobs/run-now.ts'
import { findAccounts } from '../../tracking/rows/accounts.ts'
import { callProcessor, processorUnavailable, withinRequest } from '../connections/call-processor.ts'
import { openConnection } from '../connections/processor-client.ts'
import { notConnected } from '../connections/read-connection.ts'
import { loadBoundCustomers } from '../rows/bound-customers.ts'
import { loadConnection } from '../rows/connections.ts'

/** Requests have 15 s in all. */
const TIME_LIMIT_MS = 10_000
const AT_ONCE = 4
const PAGE = 100

/**
 * Compares the customer of one account, or of all accounts, with the payment processor and corrects discounts that differ.
 * Never beside a job that is running for the same customer. Work that does not fit into the request is left to the queue.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND, PROCESSOR_NOT_CONNECTED, PROCESSOR_CREDENTIALS_REJECTED or PROCESSOR_UNAVAILABLE
 */
export async function reconcileConnection(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId | null,
  runCustomer: RunCustomer,
  late = AbortSignal.timeout(TIME_LIMIT_MS),
): Promise<ConnectionReconciliation> {
  const customers = customersOf(ctx, tenantId, await findCustomers(ctx, tenantId, accountId))
  await checkCredentials(ctx, tenantId)
  const runs: CustomerRun[] = []
  let last = ''
  await inParallel(customers, AT_ONCE, async (customerId) => {
    // They come in the order of their IDs.
    last = customerId
    runs.push(await runCustomer(tenantId, customerId, late))
    return !late.aborted
  })
  if (late.aborted && (await customers.next()).done !== true) {
    await ctx.writeTenant(tenantId, async (tx) => enqueueJob(tx, { kind: 'ALL_CUSTOMERS', subject: last }))
  }
  const count = (wanted: CustomerRun) => runs.filter((it) => it === wanted).length
  return {
    checked: runs.length - count('NOT_FINISHED'),
    changed: count('CHANGED'),
    failed: count('FAILED'),
  }
}

/** The customer of an account, if it has one; null for all customers. */
async function findCustomers(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId | null,
): Promise<readonly ProviderId[] | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    if ((await loadConnection(tx)) === null) throw notConnected()
    if (accountId === null) return null
    const [account] = await findAccounts(tx, [accountId])
    if (account !== undefined) return account.provider_id === null ? [] : [account.provider_id]
    throw new Refusal('ACCOUNT_NOT_FOUND', `No such account: ${accountId}.`, 'accountId')
  })
}

async function* customersOf(
  ctx: Context,
  tenantId: TenantId,
  named: readonly ProviderId[] | null,
): AsyncGenerator<ProviderId> {
  if (named !== null) {
    yield* named
    return
  }
  for (let last = ''; ; ) {
    const page = await ctx.readTenant(tenantId, (tx) => loadBoundCustomers(tx, last, PAGE))
    yield* page
    last = page.at(-1) ?? ''
    if (page.length < PAGE) return
  }
}

/** Checks the credentials once: without ones that work, each customer would fail by itself. */
async function checkCredentials(ctx: Context, tenantId: TenantId): Promise<void> {
  try {
    const connection = await openConnection(ctx, tenantId)
    if (connection === null) throw notConnected()
    await withinRequest(callProcessor(ctx, tenantId, connection, (client) => client.checkCredentials()))
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.retryable) throw processorUnavailable(error)
    const message = `${error.message} Send credentials that work with PUT connection, and repeat the request.`
    throw new Refusal('PROCESSOR_CREDENTIALS_REJECTED', message)
  }
}
