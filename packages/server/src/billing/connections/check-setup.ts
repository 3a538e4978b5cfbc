import type { TenantId } from '@goodword/domain/values/ids'
import { NO_RATE, rateFromPercent } from '@goodword/domain/values/rate'
import type { ProcessorClient, ProcessorCredentials, SetupFinding } from '../../connectors/connector.ts'
import type { Context } from '../../frame/context.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'

export type CheckedSetup = {
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
