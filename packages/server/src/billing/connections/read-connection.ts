import type { Connection } from '@goodword/contract/billing/connection'
import { Refusal } from '@goodword/contract/frame/refusal'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { NO_RATE, rateFromPercent } from '@goodword/domain/values/rate'
import type { ProcessorClient, ProcessorCredentials, SetupFinding } from '../../connectors/connector.ts'
import { connectorOf, processorNamed } from '../../connectors/processor-clients.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { type ConnectionRow, loadConnection } from '../rows/connections.ts'
import { type ContestedDiscount, loadContestedDiscounts } from '../rows/faulty-discounts.ts'
import { countDiscountsLeft } from '../rows/live-discounts.ts'
import { listNotificationKinds } from '../rows/notifications.ts'
import { callDay, storedFindings } from './call-processor.ts'
import { KEYS_LOST, openCredentials } from './processor-client.ts'

type SeenKind = { readonly kind: string; readonly last_seen_at: number }

/** The connection with its URL for notifications, which callers without the scope `admin` do not see. */
export type OpenConnection = Connection & { readonly webhookUrl: string }

/** The connection of a tenant. @throws Refusal PROCESSOR_NOT_CONNECTED without one */
export async function readConnection(ctx: Context, tenantId: TenantId): Promise<OpenConnection> {
  return ctx.readTenant(tenantId, (tx) => connectionIn(ctx, tx))
}

/** Reads the connection in a transaction. */
export async function connectionIn(ctx: Context, tx: Transaction): Promise<OpenConnection> {
  const row = await loadConnection(tx)
  if (row === null) throw notConnected()
  const kinds = await listNotificationKinds(tx, row.id)
  const connection = connectionOf(ctx, tx, row, kinds)
  const setupWarnings = [...connection.setupWarnings, ...contestedIn(await loadContestedDiscounts(tx))]
  return { ...connection, setupWarnings, removal: await removalIn(tx, row) }
}

/** Discounts that changes by others at the processor keep from being right. */
function contestedIn(found: readonly ContestedDiscount[]): Connection['setupWarnings'] {
  return contestedReasons.flatMap(({ name, message }) => {
    const count = found.filter((it) => it.reason === name).length
    if (count === 0) return []
    const subscriptions = `${count} ${count === 1 ? 'subscription' : 'subscriptions'}`
    return [
      {
        item: 'DISCOUNT',
        name,
        message: `${message} It is about ${subscriptions}; GET discounts?state=FAILED lists them.`,
      },
    ]
  })
}

const contestedReasons = [
  {
    name: 'COUPON_DIFFERS',
    message:
      'A coupon at the payment processor has the ID of one of ours and other terms, so discounts cannot be set. Delete it there; the service makes it anew.',
  },
  {
    name: 'CHANGED_BY_SOMEONE_ELSE',
    message:
      'Someone else at the payment processor changes discounts of the service back again and again, for example another program that writes the list of discounts, or a second program that is connected to the same account. Have it keep the discounts of others; until then the service corrects them less and less often.',
  },
] as const

/** The discounts that are removed before the connection is; null if it is to stay. */
async function removalIn(tx: Transaction, row: ConnectionRow): Promise<Connection['removal']> {
  if (row.removal_requested_at === null) return null
  const { left, stuck } = row.removal_leaves_discounts ? { left: 0, stuck: 0 } : await countDiscountsLeft(tx)
  return { discountsLeft: left, discountsStuck: stuck, dateRequested: row.removal_requested_at }
}

export function notConnected(): Refusal {
  const message = 'No payment processor is connected to this program. Connect one with PUT connection.'
  return new Refusal('PROCESSOR_NOT_CONNECTED', message)
}

/** The setup that is missing at the processor and that discounts need. */
export function missingSetupOf(row: Pick<ConnectionRow, 'missing_setup'>): readonly SetupFinding[] {
  return storedFindings(row).filter((it) => it.severity === 'missing')
}

function connectionOf(
  ctx: Context,
  { tenantId, now }: Transaction,
  row: ConnectionRow,
  seen: readonly SeenKind[],
): Omit<OpenConnection, 'removal'> {
  const webhookUrl = webhookUrlOf(ctx, tenantId)
  const credentials = openCredentials(ctx, tenantId, row)
  const isKeyLost = credentials === null
  const isBroken = isKeyLost || row.last_error_code === 'CREDENTIALS_REJECTED'
  const missing = missingSetupOf(row)
  const named = credentials ?? { processor: processorNamed(row.processor), environment: row.environment }
  const isWebhookUnknown = seen.length === 0 && !missing.some(isWebhook)
  const missingSetup = [...missing.map(shownFinding), ...(isWebhookUnknown ? missingWebhook(named) : [])]
  return {
    processor: processorNamed(row.processor),
    environment: row.environment,
    merchantId: row.merchant_id,
    publicKey: row.public_key,
    dashboardLinks: connectorOf(row).dashboardLinks({
      environment: row.environment,
      merchantId: row.merchant_id,
    }),
    state: isBroken ? 'BROKEN' : missingSetup.length > 0 ? 'INCOMPLETE' : 'ACTIVE',
    webhookUrl,
    clockUrl: modeOf(tenantId) === 'test' ? `${webhookUrl}/clock` : null,
    missingSetup,
    setupWarnings: storedFindings(row)
      .filter((it) => it.severity === 'warning')
      .map(shownFinding),
    notificationKinds: kindsOf(row, seen),
    dateLastNotification: seen.length === 0 ? null : Math.max(...seen.map((it) => it.last_seen_at)),
    dateLastCall: row.last_call_at,
    lastError: isKeyLost
      ? { code: 'PRIVATE_KEY_LOST', message: KEYS_LOST, date: ctx.clock.now() }
      : lastErrorOf(row),
    dateConnected: row.connected_at,
    dailyCallBudget: row.daily_call_budget,
    callsToday: row.calls_day === callDay(now) ? row.calls_made : 0,
  }
}

function shownFinding({ item, name, message }: SetupFinding) {
  return { item, name, message }
}

/** Whether a finding is that no notifications come, which does not keep discounts from working. */
export function isWebhook({ item }: SetupFinding): boolean {
  return item === 'WEBHOOK'
}

function missingWebhook(credentials: ProcessorCredentials) {
  const message = connectorOf(credentials).words.webhookMissing(credentials)
  return message === null ? [] : [{ item: 'WEBHOOK', name: 'webhookUrl', message } as const]
}

function kindsOf(row: ConnectionRow, seen: readonly SeenKind[]): Connection['notificationKinds'] {
  const dates = new Map(seen.map((it) => [it.kind, it.last_seen_at]))
  const { notificationKinds, testNotificationKinds = [] } = connectorOf(row)
  const used = [...notificationKinds, ...(row.environment === 'production' ? [] : testNotificationKinds)]
  const names = [...new Set([...used, ...dates.keys()])]
  return names.map((kind) => ({ kind, dateLastSeen: dates.get(kind) ?? null }))
}

function lastErrorOf(row: ConnectionRow): Connection['lastError'] {
  const { last_error_code: code, last_error_message: message, last_error_at: date } = row
  return code === null || message === null || date === null ? null : { code, message, date }
}

type CheckedSetup = {
  /** The account at the processor that the credentials belong to. */
  readonly merchantId: string
  readonly findings: readonly SetupFinding[]
}

/** Looks what the credentials are good for: two calls, of connecting and of every later check. */
export async function checkSetup(
  client: ProcessorClient,
  settings: Pick<FullSettings, 'processorDiscountId' | 'referredReward' | 'referrerReward'>,
): Promise<CheckedSetup> {
  const merchantId = await client.checkCredentials()
  const findings = await client.findMissingSetup(settings.processorDiscountId, ratesOf(settings))
  return { merchantId, findings }
}

/** The percentages of the program's own rewards, each once. */
function ratesOf({
  referredReward,
  referrerReward,
}: Pick<FullSettings, 'referredReward' | 'referrerReward'>) {
  const rates = [referredReward, referrerReward].map((it) =>
    it?.type === 'PCT_DISCOUNT' ? rateFromPercent(it.discountPercent) : null,
  )
  return [...new Set(rates)].filter((it) => it !== null).filter((it) => it !== NO_RATE)
}

/** Credentials with the secrets by which notifications are verified, and the setup that is missing by now. */
type WithWebhook = {
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
function webhookUrlOf({ baseUrl, secretBox }: Context, tenantId: TenantId): string {
  return `${baseUrl}/hooks/${tenantId}/${secretBox.hookToken(tenantId)}`
}
