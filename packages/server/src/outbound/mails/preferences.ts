import { Refusal } from '@goodword/contract/frame/refusal'
import type { MailPreferences } from '@goodword/contract/mails/mail-preferences'
import { mailKinds, type UserMailKind } from '@goodword/domain/outbound/mail'
import type { TenantId, UserIds } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { findUser } from '../../referring/users/rows/users.ts'
import { addressHash } from './mail-keys.ts'
import { deleteUnsubscribe, insertUnsubscribe, loadUnsubscribed } from './rows/unsubscribes.ts'

/** The e-mails that an address chose. */
export type MailChoice = {
  /** False if it wants no e-mails at all. */
  readonly isSubscribed: boolean
  readonly unwanted: ReadonlySet<UserMailKind>
}

/** A change of a choice; absent fields stay. */
export type ChoiceChange = {
  readonly isSubscribed?: boolean
  readonly unwanted?: ReadonlySet<UserMailKind>
}

export async function loadChoice(tx: Transaction, hash: Buffer): Promise<MailChoice> {
  const kinds = await loadUnsubscribed(tx, hash)
  return { isSubscribed: !kinds.has('ALL'), unwanted: new Set(mailKinds.filter((it) => kinds.has(it))) }
}

/** Stores what an address chose. Repeats change nothing. */
export function storeChoice(
  tx: Transaction,
  hash: Buffer,
  { isSubscribed, unwanted }: ChoiceChange,
  now: number,
): void {
  const set = (kind: UserMailKind | 'ALL', isOut: boolean) => {
    if (isOut) insertUnsubscribe(tx, hash, kind, now)
    else deleteUnsubscribe(tx, hash, kind)
  }
  if (isSubscribed !== undefined) set('ALL', !isSubscribed)
  if (unwanted !== undefined) for (const kind of mailKinds) set(kind, unwanted.has(kind))
}

/**
 * Changes the choice of e-mails of a user. A choice holds for an address, so it needs one that the merchant's server or a signed
 * call reported: no user chooses for the address of another, or reads its choice.
 *
 * @throws Refusal USER_NOT_FOUND
 */
export function choosePreferences(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  change: ChoiceChange,
): Promise<MailPreferences> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) throw new Refusal('USER_NOT_FOUND', 'The account has no user with this ID.', 'userId')
    const { settings } = await loadProgram(tx)
    const sent = new Set<string>(settingsOf(settings).emails?.kinds ?? [])
    if (user.email === null || !user.email_trusted) return answer(null, sent)
    const hash = addressHash(ctx, tenantId, user.email)
    const before = await loadChoice(tx, hash)
    storeChoice(tx, hash, change, ctx.clock.now())
    return answer({ ...before, ...change }, sent)
  })
}

function answer(choice: MailChoice | null, sent: ReadonlySet<string>): MailPreferences {
  return {
    subscribed: choice?.isSubscribed ?? null,
    kinds: mailKinds.map((kind) => ({
      kind,
      sent: sent.has(kind),
      wanted: choice?.unwanted.has(kind) !== true,
    })),
  }
}
