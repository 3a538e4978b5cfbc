import { mailKinds, type UserMailKind } from '@goodword/domain/outbound/mail'
import { isTenantAlias, type MerchantId, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { findTenantOfAnyState } from '../../frame/rows/directory.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { addressHash, hashOfToken } from './mail-keys.ts'
import { type ChoiceChange, loadChoice, type MailChoice, storeChoice } from './preferences.ts'
import { eraseInvitedAddress } from './rows/invitations.ts'
import { insertUnsubscribe } from './rows/unsubscribes.ts'

/** An address as an unsubscribe link names it. */
export type Subscription = {
  readonly tenantId: TenantId
  readonly merchantId: MerchantId
  readonly addressHash: Buffer
}

/** The program that e-mails are of, as a page names it. */
export type MailProgram = Pick<FullSettings, 'name' | 'publicName' | 'texts'>

export type SubscriptionState = MailChoice & {
  readonly program: MailProgram
  /** The kinds to choose among: those that the program sends, and those that the address does not want. */
  readonly kinds: readonly UserMailKind[]
}

/** Finds the subscription of an unsubscribe link; null, without a query, for a link that is none of ours. */
export async function findSubscription(
  ctx: Context,
  alias: string,
  token: string,
): Promise<Subscription | null> {
  if (!isTenantAlias(alias) || !TOKEN.test(token)) return null
  const addressHash = hashOfToken(ctx, alias, token)
  if (addressHash === null) return null
  // Also of a disabled program: its e-mails may still be in mailboxes.
  const tenant = await findTenantOfAnyState(ctx.db, alias)
  return tenant === null ? null : { tenantId: tenant.tenant_id, merchantId: tenant.merchant_id, addressHash }
}

/** 48 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{64}$/

export function readSubscription(
  ctx: Context,
  { tenantId, addressHash }: Subscription,
): Promise<SubscriptionState> {
  return ctx.readTenant(tenantId, (tx) => loadState(tx, addressHash))
}

async function loadState(tx: Transaction, addressHash: Buffer): Promise<SubscriptionState> {
  const [program, choice] = await Promise.all([loadProgram(tx), loadChoice(tx, addressHash)])
  const settings = settingsOf(program.settings)
  const { emails } = settings
  const kinds = mailKinds.filter((it) => emails?.kinds.includes(it) === true || choice.unwanted.has(it))
  // A program that sends none at present may have sent any.
  return { program: settings, kinds: kinds.length === 0 ? mailKinds : kinds, ...choice }
}

/**
 * Changes which e-mails of a tenant an address wants: all or none, or, by `wanted`, those of the kinds that it chooses among.
 * Repeats change nothing.
 */
export function setSubscription(
  ctx: Context,
  { tenantId, addressHash }: Subscription,
  change: { readonly isSubscribed: boolean } | { readonly wanted: readonly string[] },
): Promise<SubscriptionState> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const before = await loadState(tx, addressHash)
    const next: ChoiceChange =
      'wanted' in change
        ? { unwanted: new Set(before.kinds.filter((it) => !change.wanted.includes(it))) }
        : change
    storeChoice(tx, addressHash, next, ctx.clock.now())
    return { ...before, ...next }
  })
}

/** Stops invitations to an address for ever, and erases its stored data. Repeats change nothing. */
export function refuseInvitations(
  ctx: Context,
  { tenantId, addressHash }: Subscription,
): Promise<MailProgram> {
  return ctx.writeTenant(tenantId, async (tx) => {
    suppress(ctx, tx, addressHash)
    return settingsOf((await loadProgram(tx)).settings)
  })
}

/** Has an address invited no more, for the merchant: after a complaint or a report of a mail server. */
export function suppressAddress(ctx: Context, tenantId: TenantId, address: string): Promise<void> {
  return ctx.writeTenant(tenantId, async (tx) => {
    suppress(ctx, tx, addressHash(ctx, tenantId, address))
  })
}

export function suppress(ctx: Context, tx: Transaction, addressHash: Buffer): void {
  insertUnsubscribe(tx, addressHash, 'INVITATION', ctx.clock.now())
  eraseInvitedAddress(tx, addressHash)
}
