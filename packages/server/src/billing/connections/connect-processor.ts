import {
  type ConnectionCredentials,
  DEFAULT_CALL_BUDGET,
} from '@goodword/contract/billing/connection-credentials'
import { Refusal } from '@goodword/contract/frame/refusal'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { ProcessorCredentials, SetupFinding } from '../../connectors/connector.ts'
import { connectorOf, documentOf } from '../../connectors/processor-clients.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { loadProgram, lockProgram } from '../../frame/rows/programs.ts'
import { type ConnectionRow, loadConnection, putConnection } from '../rows/connections.ts'
import { countLiveDiscounts } from '../rows/live-discounts.ts'
import { CALL_NOTED_MS, processorUnavailable, withinRequest } from './call-processor.ts'
import { clientFor, credentialsContext, openCredentials } from './processor-client.ts'
import { checkSetup, connectionIn, type OpenConnection, withWebhook } from './read-connection.ts'
import { removeWebhook } from './remove-webhook.ts'

/**
 * Connects a tenant to a merchant at a payment processor, once the processor has accepted the credentials; the same
 * merchant again gets new keys. Nothing is stored if anything fails.
 *
 * @throws Refusal VALIDATION_FAILED, PROCESSOR_CREDENTIALS_REJECTED, PROCESSOR_CONNECTION_IN_USE or PROCESSOR_UNAVAILABLE
 */
export async function connectProcessor(
  ctx: Context,
  tenantId: TenantId,
  { dailyCallBudget, ...sent }: ConnectionCredentials,
): Promise<OpenConnection> {
  const credentials = completeCredentials(tenantId, sent)
  refuseWrongEnvironment(ctx, tenantId, credentials.environment)
  const merchantId = connectorOf(credentials).accountOf(credentials)
  const settings = await ctx.readTenant(tenantId, async (tx) => {
    // Before any call, where the credentials name the merchant.
    if (merchantId !== null)
      await rejectAnotherMerchant(tx, await loadConnection(tx), { credentials, merchantId })
    return settingsOf((await loadProgram(tx)).settings)
  })
  const checked = await withinRequest(checkCredentials(ctx, tenantId, credentials, settings)).catch((error) =>
    refuse(error, credentials),
  )
  const [connection, replaced] = await ctx.writeTenant(tenantId, async (tx) => {
    // Two requests at a time connect one after the other.
    await lockProgram(tx)
    const present = await loadConnection(tx)
    await rejectAnotherMerchant(tx, present, checked)
    const change = store(ctx, tx, { ...checked, present, budget: dailyCallBudget })
    enqueueJobs(tx, [
      { kind: 'ALL_CUSTOMERS', subject: '' },
      { kind: 'SWEEP_BILLS', subject: '' },
      { kind: 'READ_NOTIFICATIONS', subject: '' },
      ...(settings.processorPromotionCodes ? [{ kind: 'MIRROR_CODES', subject: '' } as const] : []),
    ])
    if (change !== null) writeAuditEntry(tx, auditEntry(ctx, 'connection.set', change))
    const isReplaced = present !== null && !isSameMerchant(present, checked)
    return [await connectionIn(ctx, tx), isReplaced ? present : null] as const
  })
  if (replaced !== null) await removeWebhook(ctx, tenantId, replaced)
  return connection
}

/** A system of the merchant's own is the tenant's, in its mode: nothing is left to say of it. */
function completeCredentials(tenantId: TenantId, sent: SentCredentials): ProcessorCredentials {
  const { environment = modeOf(tenantId) === 'live' ? 'production' : 'sandbox', ...fields } = sent
  return { ...fields, environment, ...(connectorOf(sent).isOwnSystem && { tenant: tenantId }) }
}

type SentCredentials = Omit<ConnectionCredentials, 'dailyCallBudget'>

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
  merchant: Merchant,
): Promise<void> {
  if (present === null || isSameMerchant(present, merchant)) return
  const discounts = await countLiveDiscounts(tx)
  if (discounts === 0) return
  const message = `The program is connected to the account ${present.merchant_id}, where referral discounts are on ${discounts} subscriptions. Send keys of this account, or remove the connection first.`
  const param = 'merchantId' in merchant.credentials ? 'merchantId' : undefined
  throw new Refusal('PROCESSOR_CONNECTION_IN_USE', message, param)
}

function isSameMerchant(present: ConnectionRow, { credentials, merchantId }: Merchant): boolean {
  return (
    present.processor === credentials.processor &&
    isSameEnvironment(present.environment, credentials.environment) &&
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

type Merchant = {
  readonly credentials: ProcessorCredentials
  /** The account at the processor that they belong to. */
  readonly merchantId: string
}

/** Credentials that the processor accepted. */
type CheckedCredentials = Merchant & { readonly findings: readonly SetupFinding[] }

async function checkCredentials(
  ctx: Context,
  tenantId: TenantId,
  credentials: ProcessorCredentials,
  settings: FullSettings,
): Promise<CheckedCredentials> {
  const client = clientFor(ctx, credentials)
  const { merchantId, findings } = await checkSetup(client, settings)
  const merchant = { credentials, merchantId }
  const stored = await ctx.readTenant(tenantId, async (tx) => {
    const present = await loadConnection(tx)
    await rejectAnotherMerchant(tx, present, merchant)
    const isSame = present !== null && isSameMerchant(present, merchant)
    return isSame ? openCredentials(ctx, tenantId, present) : null
  })
  return { merchantId, ...(await withWebhook(ctx, tenantId, client, { credentials, findings, stored })) }
}

function refuse(error: unknown, credentials: ProcessorCredentials): never {
  if (!(error instanceof ProcessorError)) throw error
  if (error.retryable) throw processorUnavailable(error)
  if (error.rejection === 'KEY_OF_OTHER_MODE')
    throw new Refusal('KEY_OF_OTHER_MODE', error.message, error.field)
  const { keysRejected } = connectorOf(credentials).words
  throw new Refusal('PROCESSOR_CREDENTIALS_REJECTED', `${error.message} ${keysRejected}`)
}

type Change = CheckedCredentials & {
  readonly present: ConnectionRow | null
  /** The present one stays without it. */
  readonly budget: number | undefined
}

/** Returns what the audit log shows of the change; null if nothing was changed. */
function store(ctx: Context, tx: Transaction, change: Change): Readonly<Record<string, unknown>> | null {
  const { tenantId } = tx
  const now = ctx.clock.now()
  const { present, credentials, merchantId, findings } = change
  const { processor, environment } = credentials
  const same = present !== null && isSameMerchant(present, change) ? present : null
  const id = same?.id ?? ctx.ids.make<ConnectionRow['id']>(now)
  const budget = change.budget ?? same?.daily_call_budget ?? DEFAULT_CALL_BUDGET
  const stored = same === null ? null : openCredentials(ctx, tenantId, same)
  const document = documentOf(credentials)
  const kept = same !== null && stored !== null && documentOf(stored) === document ? same : null
  const publicKey = connectorOf(credentials).publicKeyOf(credentials)
  putConnection(tx, {
    id,
    processor,
    environment,
    merchant_id: merchantId,
    public_key: publicKey,
    credentials_box: kept?.credentials_box ?? ctx.secretBox.seal(document, credentialsContext(tenantId, id)),
    missingSetup: findings,
    // Accurate to a minute, so that a repeat is answered like the first request.
    checkedAt: kept !== null && now - kept.last_call_at < CALL_NOTED_MS ? kept.last_call_at : now,
    connectedAt: same?.connected_at ?? now,
    daily_call_budget: budget,
  })
  if (kept?.daily_call_budget === budget) return null
  const replaced = same !== null
  return { processor, environment, merchantId, publicKey, dailyCallBudget: budget, replaced }
}
