import { Refusal } from '@goodword/contract/frame/refusal'
import type { Erasure } from '@goodword/contract/users/erasure'
import type { AccountId, TenantId, UserId, UserKey } from '@goodword/domain/values/ids'
import { deleteJobOf } from '../../billing/rows/customer-rows.ts'
import { newPlaceholder, newPlaceholderCode, newReferralCode } from '../../engine/foundation/random.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Marks, marksIn } from '../../frame/erased/marks.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { findMarks, insertMarks, type NewMark } from '../../frame/rows/erased-marks.ts'
import { addressHash } from '../../outbound/mails/mail-keys.ts'
import { deleteInvitationsOf, eraseInvitedAddress } from '../../outbound/mails/rows/invitations.ts'
import { deletePageLinksTo } from '../../referring/hosted-page/rows/page-links.ts'
import { deletePageSessionsOf } from '../../referring/hosted-page/rows/page-sessions.ts'
import { linkAddress } from '../../referring/hosted-page/users-of-address.ts'
import { type FullUserRow, findUser } from '../../referring/users/rows/users.ts'
import { lockAccount } from '../../tracking/erased/erased-account.ts'
import {
  codesOfUser,
  eraseAccountRow,
  eraseCodes,
  eraseNotesAbout,
  eraseUserRow,
  type Replacements,
} from '../../tracking/erased/rows/erased-rows.ts'
import {
  type ErasureRow,
  hasOtherUsers,
  insertErasure,
  loadErasure,
} from '../../tracking/erased/rows/erasures.ts'

import type { AccountRow } from '../../tracking/rows/accounts.ts'
import { deleteFormerCodesOf } from '../../tracking/rows/former-codes.ts'
import { deleteIdentity, findOtherAccountOfPerson } from '../../tracking/rows/identities.ts'
import { deleteKeysOf } from '../../tracking/rows/keys-of-account.ts'
import { sealWanted } from '../personal-data/wanted.ts'

/** Sees the transaction of an erasure, to note it there. */
type Note = (tx: Transaction, user: UserKey) => void

/**
 * Erases a person. Their own row, their codes and, if the account has no other people, the account's ID are replaced in
 * this transaction; a job does the rest. A repeat changes nothing and says how far it is.
 *
 * @throws Refusal USER_NOT_FOUND
 */
export function beginErasure(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  userId: UserId,
  note: Note = () => undefined,
): Promise<Erasure> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const account = await lockAccount(tx, accountId)
    const user = account === null ? null : await findUser(tx, account.external_id, userId)
    if (account === null || user === null) return erasedBefore(tx, account, userId)
    await erase(ctx, tx, account, user)
    enqueueJob(tx, { kind: 'ERASE_PERSON', subject: user.id })
    note(tx, user.id)
    return readErasure(tx, user.id)
  })
}

async function erasedBefore(tx: Transaction, account: AccountRow | null, userId: UserId): Promise<Erasure> {
  const [mark] = account === null ? [] : await findMarks(tx, [marksIn(tx).person(account.id, userId)])
  if (mark === undefined) {
    throw new Refusal('USER_NOT_FOUND', 'The account has no user with this ID.', 'userId')
  }
  return readErasure(tx, mark.user_id)
}

async function readErasure(tx: Transaction, user: UserKey): Promise<Erasure> {
  const row = await loadErasure(tx, user)
  if (row === null) throw new Error('erasure not found')
  return erasureAnswer(row)
}

async function erase(ctx: Context, tx: Transaction, account: AccountRow, user: FullUserRow): Promise<void> {
  const [codes, others, sameAsOther] = await Promise.all([
    codesOfUser(tx, user.id),
    hasOtherUsers(tx, account.id, user.id),
    findOtherAccountOfPerson(tx, account.id),
  ])
  const replacements: Replacements = new Map(codes.map((code) => [code, newPlaceholderCode()]))
  const code = replacements.get(user.code)
  if (code === undefined) throw new Error('code of a user not found')
  const marks = marksIn(tx)
  eraseInvitations(ctx, tx, user)
  eraseUserRow(tx, user.id, { userId: newPlaceholder() as UserId, code })
  eraseCodes(tx, replacements)
  deleteFormerCodesOf(tx, user.id)
  // Whose of an account's people they are is not known. What the others use is stored again when they are seen with it.
  deleteKeysOf(tx, account.id)
  // Accounts that were linked only by data that is erased now are not of one person any more.
  if (sameAsOther !== null) enqueueJob(tx, { kind: 'FOLLOW_IDENTITY', subject: sameAsOther })
  deletePageSessionsOf(tx, user.id)
  const address = linkAddress(user.email ?? '')
  if (address !== null) deletePageLinksTo(tx, address)
  eraseNotesAbout(tx, account.id)
  insertMarks(tx, user.id, [
    // Browsers get a code like any other from now on, which leads nowhere.
    { mark: marks.person(account.id, user.external_id), kind: 'PERSON', replacement: newReferralCode() },
    ...[...replacements].map(
      ([old, replacement]): NewMark => ({ mark: marks.code(old), kind: 'CODE', replacement }),
    ),
    ...(others ? [] : eraseAccount(tx, marks, account)),
  ])
  const wanted = {
    userId: user.external_id,
    accountId: account.external_id,
    email: user.email,
    names: [user.first_name, user.last_name].filter((it) => it !== null),
    codes: [...replacements],
  }
  insertErasure(tx, {
    user_id: user.id,
    account_id: account.id,
    with_account: !others,
    wanted_box: sealWanted(ctx, tx.tenantId, user.id, wanted),
    requested_at: tx.now,
  })
}

/** Deletes the invitations that a person made, and erases their own address where others invited them. */
function eraseInvitations(ctx: Context, tx: Transaction, user: FullUserRow): void {
  deleteInvitationsOf(tx, user.id)
  if (user.email !== null) eraseInvitedAddress(tx, addressHash(ctx, tx.tenantId, user.email))
}

/** Replaces the account's ID; its customers at the payment processor stay while a subscription is live. */
function eraseAccount(tx: Transaction, marks: Marks, account: AccountRow): readonly NewMark[] {
  const { id, external_id, provider_id } = account
  const replacement = newPlaceholder() as AccountId
  eraseAccountRow(tx, id, replacement)
  deleteIdentity(tx, id)
  deleteJobOf(tx, 'CLOSE_LEDGER', external_id)
  const customers = provider_id === null ? [] : [provider_id]
  return [
    { mark: marks.account(external_id), kind: 'ACCOUNT', replacement },
    ...customers.map((it): NewMark => ({ mark: marks.customer(it), kind: 'CUSTOMER', replacement: null })),
  ]
}

/** How far an erasure is, without anything about the person. */
function erasureAnswer(row: ErasureRow): Erasure {
  return {
    state: row.finished_at !== null ? 'ERASED' : row.wanted_box === null ? 'WAITING' : 'ERASING',
    accountErased: row.with_account,
    dateRequested: row.requested_at,
    dateErased: row.finished_at,
  }
}
