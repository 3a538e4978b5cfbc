import { type ConnectionCredentials, DEFAULT_CALL_BUDGET } from '@goodword/contract/connection'
import { Refusal } from '@goodword/contract/refusal'
import { modeOf, type TenantId } from '@goodword/domain/ids'
import { ProcessorError, type SetupFinding } from '../../../connectors/connector.ts'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { loadProgram, lockProgram } from '../../../store/directory/programs.ts'
import { type ConnectionRow, loadConnection, putConnection } from '../../../store/processor/connections.ts'
import { countLiveDiscounts } from '../../../store/processor/live-discounts.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { enqueueJobs } from '../../foundation/jobs/enqueue-job.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import { CALL_NOTED_MS, processorUnavailable, withinRequest } from './call-processor.ts'
import { connectionIn, type OpenConnection } from './connection-reading.ts'
import { privateKeyContext, privateKeyOf } from './processor-client.ts'

/**
 * Connects a tenant to a merchant at a payment processor, once the processor has accepted the credentials; the same
 * merchant again gets new keys. Nothing is stored if anything fails.
 *
 * Throws a Refusal VALIDATION_FAILED, PROCESSOR_CREDENTIALS_REJECTED, PROCESSOR_CONNECTION_IN_USE or PROCESSOR_UNAVAILABLE.
 */
export async function connectProcessor(
  ctx: Context,
  tenantId: TenantId,
  credentials: ConnectionCredentials,
): Promise<OpenConnection> {
  refuseWrongEnvironment(ctx, tenantId, credentials.environment)
  const discountId = await ctx.readTenant(tenantId, async (tx) => {
    await rejectAnotherMerchant(tx, await loadConnection(tx), credentials)
    return settingsOf((await loadProgram(tx)).settings).processorDiscountId
  })
  const findings = await withinRequest(checkedSetup(ctx, credentials, discountId)).catch(asRefusal)
  return ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time connect one after the other.
    await lockProgram(tx)
    const present = await loadConnection(tx)
    await rejectAnotherMerchant(tx, present, credentials)
    const change = store(ctx, tx, { present, credentials, findings })
    enqueueJobs(tx, [
      { kind: 'ALL_CUSTOMERS', subject: '' },
      { kind: 'SWEEP_BILLS', subject: '' },
    ])
    if (change !== null) writeAuditEntry(tx, auditEntry(ctx, 'connection.set', change))
    return connectionIn(ctx, tx)
  })
}

function refuseWrongEnvironment(
  { allowLocalTargets }: Context,
  tenantId: TenantId,
  environment: string,
): void {
  if (modeOf(tenantId) === 'live') {
    if (environment === 'production') return
    throw wrongEnvironment('Live programs take the environment "production". Use the test_ alias for others.')
  }
  if (environment === 'sandbox') return
  if (environment === 'production') {
    throw wrongEnvironment('Test programs take the environment "sandbox". Use the live alias for production.')
  }
  if (allowLocalTargets) return
  throw wrongEnvironment(
    'A local gateway is permitted only if the service runs with ALLOW_LOCAL_TARGETS=on. Use the environment "sandbox".',
  )
}

function wrongEnvironment(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, 'environment')
}

/** Discounts are known by their subscriptions, which mean nothing at another merchant. */
async function rejectAnotherMerchant(
  tx: Transaction,
  present: ConnectionRow | null,
  credentials: ConnectionCredentials,
): Promise<void> {
  if (present === null || isSameMerchant(present, credentials)) return
  const discounts = await countLiveDiscounts(tx)
  if (discounts === 0) return
  const message = `The program is connected to the merchant ${present.merchant_id}, where referral discounts are on ${discounts} subscriptions. Send keys of this merchant, or remove the connection first.`
  throw new Refusal('PROCESSOR_CONNECTION_IN_USE', message, 'merchantId')
}

function isSameMerchant(
  present: ConnectionRow,
  { processor, environment, merchantId }: ConnectionCredentials,
): boolean {
  return (
    present.processor === processor &&
    isSameEnvironment(present.environment, environment) &&
    present.merchant_id === merchantId
  )
}

/** A local gateway may be started at another port with the state that it had. */
function isSameEnvironment(one: string, other: string): boolean {
  return one === other || (isLocalAddress(one) && isLocalAddress(other))
}

function isLocalAddress(environment: string): boolean {
  return environment.startsWith('http:')
}

async function checkedSetup(
  ctx: Context,
  credentials: ConnectionCredentials,
  discountId: string,
): Promise<readonly SetupFinding[]> {
  const client = ctx.processors.open(credentials)
  await client.checkCredentials()
  return client.findMissingSetup(discountId)
}

function asRefusal(error: unknown): never {
  if (!(error instanceof ProcessorError)) throw error
  if (error.retryable) throw processorUnavailable(error)
  throw new Refusal(
    'PROCESSOR_CREDENTIALS_REJECTED',
    `${error.message} Check the merchant ID, the public key and the private key, and that they belong to this environment.`,
  )
}

type Checked = {
  readonly present: ConnectionRow | null
  readonly credentials: ConnectionCredentials
  readonly findings: readonly SetupFinding[]
}

/** Returns what the audit log shows of the change; null if nothing was changed. */
function store(
  ctx: Context,
  tx: Transaction,
  { present, credentials, findings }: Checked,
): Readonly<Record<string, unknown>> | null {
  const { tenantId } = tx
  const now = ctx.clock.now()
  const { processor, environment, merchantId, publicKey, privateKey } = credentials
  const same = present !== null && isSameMerchant(present, credentials) ? present : null
  const id = same?.id ?? ctx.ids.make<ConnectionRow['id']>(now)
  const budget = credentials.dailyCallBudget ?? same?.daily_call_budget ?? DEFAULT_CALL_BUDGET
  const hasSameKeys =
    same !== null && same.public_key === publicKey && privateKeyOf(ctx, tenantId, same) === privateKey
  putConnection(tx, {
    id,
    processor,
    environment,
    merchant_id: merchantId,
    public_key: publicKey,
    private_key_box: hasSameKeys
      ? same.private_key_box
      : ctx.secretBox.seal(privateKey, privateKeyContext(tenantId, id)),
    missingSetup: findings,
    // Accurate to a minute, so that a repeat is answered like the first request.
    checkedAt: hasSameKeys && now - same.last_call_at < CALL_NOTED_MS ? same.last_call_at : now,
    connectedAt: same?.connected_at ?? now,
    daily_call_budget: budget,
  })
  const hasChanged = !hasSameKeys || budget !== same.daily_call_budget
  const replaced = same !== null
  return hasChanged
    ? { processor, environment, merchantId, publicKey, dailyCallBudget: budget, replaced }
    : null
}
