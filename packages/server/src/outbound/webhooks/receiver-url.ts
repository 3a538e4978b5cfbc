import { Refusal } from '@goodword/contract/frame/refusal'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import {
  admittedAddress,
  parseTarget,
  TargetRefused,
  type TargetRules,
} from '../../engine/network/outgoing-target.ts'
import type { Context } from '../../frame/context.ts'

const RESOLVE_MS = 5000

export function targetRules({ allowLocalTargets }: Context, tenantId: TenantId): TargetRules {
  return { mode: modeOf(tenantId), allowLocal: allowLocalTargets }
}

/**
 * The URL of a receiver in its normal form, once its host resolves to addresses that may be called.
 *
 * @throws Refusal VALIDATION_FAILED that names `url`, but not the addresses of a name: they may be internal
 */
export async function checkedUrl(ctx: Context, tenantId: TenantId, text: string): Promise<string> {
  const rules = targetRules(ctx, tenantId)
  const parsed = parseTarget(text, rules)
  if ('problem' in parsed) throw new Refusal('VALIDATION_FAILED', `url ${parsed.problem}`, 'url')
  const { url } = parsed
  try {
    await admittedAddress(url.hostname, rules, ctx.resolveHost, AbortSignal.timeout(RESOLVE_MS))
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    const message =
      'url must have a host that resolves to public addresses only. Check its name and its DNS records.'
    throw new Refusal('VALIDATION_FAILED', message, 'url')
  }
  return url.href
}
