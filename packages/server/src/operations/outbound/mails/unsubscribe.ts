import { isTenantAlias, type MerchantId, type TenantId } from '@goodword/domain/values/ids'
import { TtlCache } from '../../../platform/caches/ttl-cache.ts'
import { findTenantOfAnyState } from '../../../store/directory/directory.ts'
import { loadProgram } from '../../../store/directory/programs.ts'
import {
  deleteUnsubscribe,
  insertUnsubscribe,
  isUnsubscribed,
  loadMailKey,
} from '../../../store/mails/unsubscribes.ts'
import type { Context } from '../../foundation/context.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import { hashOfToken } from './mail-keys.ts'

/** An address as an unsubscribe link names it. */
export type Subscription = {
  readonly tenantId: TenantId
  readonly merchantId: MerchantId
  readonly addressHash: Buffer
}

export type SubscriptionState = { readonly programName: string; readonly isSubscribed: boolean }

const KEY_AGE_MS = 60_000
const MAX_KEYS = 10_000

/** What an unsubscribe link is about; null for a link that is none of ours, which no query is made for. */
export async function findSubscription(
  ctx: Context,
  alias: string,
  token: string,
): Promise<Subscription | null> {
  if (!isTenantAlias(alias) || !TOKEN.test(token)) return null
  const found = await ctx.singleton(keyCache).get(alias, () => loadTenantKey(ctx, alias))
  if (found === null) return null
  const { key, ...tenant } = found
  const addressHash = hashOfToken(key, tenant.tenantId, token)
  return addressHash === null ? null : { ...tenant, addressHash }
}

/** 48 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/

type TenantKey = { readonly tenantId: TenantId; readonly merchantId: MerchantId; readonly key: Buffer }

function keyCache({ clock }: Context): TtlCache<TenantKey> {
  return new TtlCache({ clock, maxAgeMs: KEY_AGE_MS, maxEntries: MAX_KEYS })
}

async function loadTenantKey(ctx: Context, alias: TenantId): Promise<TenantKey | null> {
  // Also of a disabled program: its e-mails may still be in mailboxes.
  const tenant = await findTenantOfAnyState(ctx.db, alias)
  if (tenant === null) return null
  const key = await ctx.readTenant(tenant.tenant_id, loadMailKey)
  return key === null ? null : { tenantId: tenant.tenant_id, merchantId: tenant.merchant_id, key }
}

export function readSubscription(
  ctx: Context,
  { tenantId, addressHash }: Subscription,
): Promise<SubscriptionState> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [program, isOut] = await Promise.all([loadProgram(tx), isUnsubscribed(tx, addressHash)])
    return { programName: settingsOf(program.settings).name, isSubscribed: !isOut }
  })
}

/** Subscribes or unsubscribes an address for all e-mails of a tenant. Repeats change nothing. */
export function setSubscription(
  ctx: Context,
  { tenantId, addressHash }: Subscription,
  isSubscribed: boolean,
): Promise<SubscriptionState> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if (isSubscribed) deleteUnsubscribe(tx, addressHash)
    else insertUnsubscribe(tx, addressHash, ctx.clock.now())
    const { settings } = await loadProgram(tx)
    return { programName: settingsOf(settings).name, isSubscribed }
  })
}
