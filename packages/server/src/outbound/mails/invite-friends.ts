import { Refusal } from '@goodword/contract/frame/refusal'
import type { InvitationsAnswer } from '@goodword/contract/mails/invitations'
import type { Widget } from '@goodword/contract/pages/widget'
import {
  MAX_INVITATIONS_A_DAY,
  MAX_INVITATIONS_AN_HOUR,
  MAX_INVITATIONS_OF_JOINED_AN_HOUR,
  MONTHS_BETWEEN_INVITATIONS,
} from '@goodword/domain/outbound/invitation'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { emailKey } from '@goodword/domain/values/email-key'
import type { EventId, TenantId, UserIds } from '@goodword/domain/values/ids'
import { addMonths } from '@goodword/domain/values/interval'
import type { Context, Transaction } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { JOINED_PREFIX } from '../../referring/hosted-page/join-by-email.ts'
import { namesOf } from '../../referring/users/names-of.ts'
import { type FullUserRow, findUser } from '../../referring/users/rows/users.ts'
import { lockAccount } from '../../tracking/erased/erased-account.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { newMail, storeMails } from './create-mails.ts'
import { addressHash } from './mail-keys.ts'
import {
  countInvitations,
  countInvitationsOf,
  type InvitationRow,
  insertInvitation,
  loadInvitationsOf,
} from './rows/invitations.ts'

const HOUR_MS = 3_600_000
/** Calls at the same time may pass each limit by a few. */
const MAX_COUNTED = 2 * (MAX_INVITATIONS_AN_HOUR + MAX_INVITATIONS_OF_JOINED_AN_HOUR)
const DAY_MS = 24 * HOUR_MS

type Result = InvitationsAnswer['results'][number]['result']

/**
 * Invites friends of a person by e-mail. Nothing here depends on what is known of an address: whether an invitation is sent is
 * decided when it is due, so neither the answer nor its time says who is a customer, or asked for no invitations. The
 * account is locked, so calls at the same time count together.
 *
 * @throws Refusal INVITATIONS_OFF
 */
export function inviteFriends(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
  addresses: readonly string[],
): Promise<InvitationsAnswer> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const account = await lockAccount(tx, accountId)
    const { settings } = await loadProgram(tx)
    if (settingsOf(settings).invitations === 'OFF') throw invitationsOff()
    const user = account === null ? null : await findUser(tx, account.external_id, userId)
    // Nothing is stored for an erased person.
    if (user === null) return answerOf(addresses, () => 'TOO_MANY', 0)
    const asked = addresses.map((text) => addressIn(ctx, tenantId, text, user))
    const hashes = asked.flatMap((it) => (typeof it === 'string' ? [] : [it.hash]))
    const [remaining, before] = await Promise.all([
      remainingOf(tx, user),
      loadInvitationsOf(tx, user.id, hashes),
    ])
    const cutoff = addMonths(tx.now, -MONTHS_BETWEEN_INVITATIONS)
    const taken = new Set(before.filter((it) => it.created_at > cutoff).map((it) => keyOf(it.address_hash)))
    const former = new Map(before.map((it) => [keyOf(it.address_hash), it.id]))
    const invitations: InvitationRow[] = []
    const results = asked.map((it): Result => {
      if (typeof it === 'string') return it
      const name = keyOf(it.hash)
      if (taken.has(name)) return 'ACCEPTED'
      if (invitations.length >= remaining) return 'TOO_MANY'
      taken.add(name)
      invitations.push({
        id: former.get(name) ?? tx.newId<string>(),
        account_id: user.account_id,
        user_id: user.id,
        address: it.address,
        address_hash: it.hash,
        created_at: tx.now,
      })
      return 'ACCEPTED'
    })
    if (invitations.length > 0) store(tx, user, invitations)
    return answerOf(addresses, (index) => results[index] ?? 'INVALID', remaining - invitations.length)
  })
}

export function invitationsOff(): Refusal {
  return new Refusal(
    'INVITATIONS_OFF',
    'The program sends no invitations. Let the user share the link by their own e-mail program.',
  )
}

/** How many addresses a person can invite now. */
async function remainingOf(tx: Transaction, user: FullUserRow): Promise<number> {
  const hasJoined = user.account.startsWith(JOINED_PREFIX)
  const [own, all] = await Promise.all([
    countInvitationsOf(tx, user.id, tx.now - DAY_MS, MAX_INVITATIONS_A_DAY),
    countInvitations(tx, tx.now - HOUR_MS, MAX_COUNTED, { prefix: JOINED_PREFIX, isOfPrefix: hasJoined }),
  ])
  const inHour = hasJoined ? MAX_INVITATIONS_OF_JOINED_AN_HOUR : MAX_INVITATIONS_AN_HOUR
  return Math.max(0, Math.min(MAX_INVITATIONS_A_DAY - own, inHour - all))
}

/** The invitations that a person may send, where the program has them; null for an unknown person. */
export function readOwnInvitations(
  ctx: Context,
  tenantId: TenantId,
  { accountId, userId }: UserIds,
): Promise<Widget['invitations']> {
  return ctx.readTenant(tenantId, async (tx) => {
    const user = await findUser(tx, accountId, userId)
    if (user === null) return null
    const needsName = namesOf(user).first === null
    return { remainingToday: await remainingOf(tx, user), needsName }
  })
}

type Address = { readonly address: string; readonly hash: Buffer }

function addressIn(ctx: Context, tenantId: TenantId, text: string, user: FullUserRow): Address | Result {
  const address = deliverableAddress(text)
  if (address === null) return 'INVALID'
  if (user.email !== null && emailKey(address) === emailKey(user.email)) return 'OWN'
  if (namesOf(user).first === null) return 'NAME_MISSING'
  return { address, hash: addressHash(ctx, tenantId, address) }
}

function store(tx: Transaction, sender: FullUserRow, invitations: readonly InvitationRow[]): void {
  for (const invitation of invitations) insertInvitation(tx, invitation)
  const about = { account_id: sender.account_id, user_id: null, referral_id: null, reward_id: null }
  storeMails(
    tx,
    invitations.map(({ id }) => newMail(tx, 'INVITATION', { subject: id, ends_at: null }, tx.now, about)),
  )
  const { id: user, account_id: account } = sender
  const outcome = { type: 'friends.invited', reason: 'INVITED_BY_EMAIL', account, user } as const
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'browser', outcome }])
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64')
}

function answerOf(
  addresses: readonly string[],
  resultOf: (index: number) => Result,
  remainingToday: number,
): InvitationsAnswer {
  return {
    results: addresses.map((email, index) => ({ email, result: resultOf(index) })),
    remainingToday: Math.max(0, remainingToday),
  }
}
