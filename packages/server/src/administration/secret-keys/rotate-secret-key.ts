import type { TenantId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { loadConnection, recordHook } from '../../billing/rows/connections.ts'
import type { Database } from '../../engine/driver/database.ts'
import { type DirectoryTx, inDirectory } from '../../engine/driver/directory-tx.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import type { SecretKey } from '../../engine/secrets/secret-key.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import type { SecretKeys } from '../../engine/secrets/secret-keys.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import {
  deleteSecretKey,
  listSecretKeys,
  putSecretKey,
  replaceSecretKeyMark,
  type SecretKeyRow,
} from '../../frame/rows/secret-key-rows.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { staffMailContext } from '../notices/staff-mails.ts'
import { underPresentSecret } from '../sign-in/second-factor-secrets.ts'
import {
  hookRow,
  isHookRow,
  markOf,
  OF_MARKS,
  openKey,
  ROTATING,
  sealedKey,
  useNotedKeys,
} from './noted-keys.ts'
import {
  replaceSecondFactor,
  replaceStaffMail,
  secondFactorsAfter,
  staleStaffMails,
} from './rows/staff-boxes.ts'
import {
  BOXES_AT_ONCE,
  type BoxColumn,
  boxColumns,
  noteEarlierHook,
  replaceAnswer,
  replaceBox,
  staleAnswers,
  staleBoxes,
} from './rows/tenant-boxes.ts'

export type RotateOptions = {
  /** The key to rotate to, one of those that were given; the current one only encrypts the remaining values. */
  readonly to: SecretKey
  /** Whether notification URLs of earlier keys end now, also those that merchants have not replaced. */
  readonly endsUrls: boolean
  /** How long after the change of key the last look is made for what processes wrote under the earlier one. */
  readonly settleMs: number
  readonly pause: (ms: number) => Promise<unknown>
  readonly report: (line: string) => void
}

export type RotatedSecretKey = {
  /** The marks of the earlier key, null if there was no change, and of the present one. */
  readonly from: string | null
  readonly to: string
  /** How many stored values were encrypted again. */
  readonly reencrypted: number
  /** Values that none of the keys decrypts: they were lost before. */
  readonly unreadable: number
  /** Tenants whose processor may still call a notification URL of an earlier key. */
  readonly earlierUrls: readonly TenantId[]
}

/** A connection that a process made which did not know of the change yet shows the earlier URL. */
const UNAWARE_MS = 10_000
const PAUSE_MS = 2000

/**
 * Makes another key the current one, while the service runs in processes that have both: from then on they encrypt under it, and
 * stored values are encrypted again. After that the earlier key opens nothing. Another call continues an interrupted rotation.
 */
export async function rotateSecretKey(
  ctx: Context,
  keys: SecretKeys,
  { to, endsUrls, settleMs, pause, report }: RotateOptions,
): Promise<RotatedSecretKey> {
  await changeCurrent(ctx, keys, to)
  const rows = await listSecretKeys(ctx.db)
  useNotedKeys(keys, rows)
  const rotating = rows.find((it) => it.id === ROTATING)
  let reencrypted = 0
  let isWaiting = false
  for (;;) {
    const isSettled = rotating === undefined || ctx.clock.now() - rotating.changed_at >= settleMs
    const found = await reencryptAll(ctx, rotating ?? null, report)
    reencrypted += found.values
    if (found.values > 0) continue
    if (!isSettled) {
      if (!isWaiting) report(WAITING)
      isWaiting = true
      await pause(PAUSE_MS)
      continue
    }
    const earlier = await earlierHooks(ctx, secretKeyMark(to), endsUrls)
    await forgetHooks(ctx, rows, new Set(earlier.values()))
    return {
      from: rotating?.mark ?? null,
      to: secretKeyMark(to),
      reencrypted,
      unreadable: found.unreadable,
      earlierUrls: [...earlier.keys()],
    }
  }
}

/** Ends a rotation, once nothing needs the earlier key. */
export async function endRotation(db: Database): Promise<void> {
  await inDirectory(db, (tx) => deleteSecretKey(tx, ROTATING))
}

/** Changes the key in one transaction: processes find either the earlier key or all of the present one. */
async function changeCurrent({ db, clock }: Context, keys: SecretKeys, to: SecretKey): Promise<void> {
  const rows = await listSecretKeys(db)
  const current = useNotedKeys(keys, rows)
  const mark = secretKeyMark(to)
  if (current === null || current.equals(to)) return
  if (markOf(rows, ROTATING) !== null) throw new OperatorError(UNFINISHED)
  const now = clock.now()
  await inDirectory(db, async (tx) => {
    if (!(await replaceSecretKeyMark(tx, mark, now))) return
    const from = secretKeyMark(current)
    await putSecretKey(tx, { id: ROTATING, mark: from, secret_box: null, changed_at: now })
    await keepKey(tx, { id: hookRow(from), under: to, kept: current, now })
    if (markOf(rows, OF_MARKS) === null) await keepKey(tx, { id: OF_MARKS, under: to, kept: current, now })
    for (const row of rows.filter((it) => isHookRow(it) || it.id === OF_MARKS)) {
      const kept = openKey(current, row)
      if (kept !== null) await keepKey(tx, { id: row.id, under: to, kept, now })
    }
  })
}

type Kept = {
  readonly id: string
  readonly under: SecretKey
  readonly kept: SecretKey
  readonly now: number
}

function keepKey(tx: DirectoryTx, { id, under, kept, now }: Kept): Promise<void> {
  const secret_box = sealedKey(under, id, kept)
  return putSecretKey(tx, { id, mark: secretKeyMark(kept), secret_box, changed_at: now })
}

async function reencryptAll(
  ctx: Context,
  rotating: SecretKeyRow | null,
  report: (line: string) => void,
): Promise<{ readonly values: number; readonly unreadable: number }> {
  const progress = reportProgress(report, 'Looked at', 'programs')
  let { values, unreadable } = await reencryptStaff(ctx)
  let tenants = 0
  for await (const tenantId of allTenantIds(ctx.db)) {
    if (rotating !== null) {
      const { mark, changed_at: changedAt } = rotating
      await ctx.writeTenant(tenantId, async (tx) => noteEarlierHook(tx, mark, changedAt + UNAWARE_MS))
    }
    const done = await reencryptTenant(ctx, tenantId)
    values += done.values
    unreadable += done.unreadable
    tenants += 1
    progress(tenants, 0)
  }
  return { values, unreadable }
}

/** The tenants whose processor may still call the URL of an earlier key, with that key's mark. */
async function earlierHooks(
  ctx: Context,
  current: string,
  endsUrls: boolean,
): Promise<ReadonlyMap<TenantId, string>> {
  const found = new Map<TenantId, string>()
  for await (const tenantId of allTenantIds(ctx.db)) {
    const connection = await ctx.readTenant(tenantId, loadConnection)
    if (connection === null || connection.hook_mark === null || connection.hook_mark === current) continue
    if (endsUrls) await ctx.writeTenant(tenantId, async (tx) => recordHook(tx, connection.id, current))
    else found.set(tenantId, connection.hook_mark)
  }
  return found
}

/** Deletes the keys of notification URLs that are not in use any more. */
async function forgetHooks(
  { db }: Context,
  rows: readonly SecretKeyRow[],
  inUse: ReadonlySet<string>,
): Promise<void> {
  const unused = rows.filter((it) => isHookRow(it) && !inUse.has(it.mark))
  if (unused.length === 0) return
  await inDirectory(db, async (tx) => {
    for (const { id } of unused) await deleteSecretKey(tx, id)
  })
}

const WAITING = 'Everything is encrypted under the new key. Waiting until every process uses it …'

const UNFINISHED =
  'Another rotation of the secret key has not ended. Run this command with the keys of that one, then begin the next.'

/** Encrypts everything of staff under the current key that is not yet. A value that is written meanwhile wins. */
async function reencryptStaff(ctx: Context): Promise<Reencrypted> {
  const [mails, factors] = [await reencryptMails(ctx), await reencryptFactors(ctx)]
  return { values: mails.values + factors.values, unreadable: mails.unreadable + factors.unreadable }
}

async function reencryptMails({ db, secretBox }: Context): Promise<Reencrypted> {
  const [current = Buffer.alloc(0)] = secretBox.beginnings()
  let values = 0
  let unreadable = 0
  for (let after: string = NIL; ; ) {
    const found = await staleStaffMails(db, after, current)
    for (const stale of found) {
      const about = staffMailContext(stale.id)
      const text = openOrNull(secretBox, stale.box, about)
      if (text === null) unreadable += 1
      else if (await replaceStaffMail(db, stale, secretBox.seal(text, about))) values += 1
    }
    if (found.length < BOXES_AT_ONCE) return { values, unreadable }
    after = found.at(-1)?.id ?? ''
  }
}

async function reencryptFactors({ db, secretBox }: Context): Promise<Reencrypted> {
  let values = 0
  let unreadable = 0
  for (let after: string = NIL; ; ) {
    const found = await secondFactorsAfter(db, after)
    for (const row of found) {
      const secret = await underPresentSecret(secretBox, row.secret)
      const backup_codes = await underPresentSecret(secretBox, row.backup_codes)
      if (secret === null || backup_codes === null) unreadable += 1
      else if (secret !== row.secret || backup_codes !== row.backup_codes) {
        if (await replaceSecondFactor(db, row, { secret, backup_codes })) values += 1
      }
    }
    if (found.length < BOXES_AT_ONCE) return { values, unreadable }
    after = found.at(-1)?.id ?? ''
  }
}

/** How many values were encrypted again, and how many none of the keys decrypts. */
type Reencrypted = { readonly values: number; readonly unreadable: number }

/** Encrypts everything of a tenant under the current key that is not yet. A value that is written meanwhile wins. */
async function reencryptTenant(ctx: Context, tenantId: TenantId): Promise<Reencrypted> {
  let values = 0
  let unreadable = 0
  for (const column of boxColumns) {
    for (let after: string = NIL; ; ) {
      const done = await reencryptBoxes(ctx, tenantId, column, after)
      values += done.values
      unreadable += done.unreadable
      if (done.last === null) break
      after = done.last
    }
  }
  for (let after = ''; ; ) {
    const done = await reencryptAnswers(ctx, tenantId, after)
    values += done.values
    if (done.last === null) return { values, unreadable }
    after = done.last
  }
}

/** `last` is the ID to go on after; null when there are no more. */
type Page = Reencrypted & { readonly last: string | null }

async function reencryptBoxes(
  ctx: Context,
  tenantId: TenantId,
  column: BoxColumn,
  after: string,
): Promise<Page> {
  const { secretBox } = ctx
  const [current = Buffer.alloc(0)] = secretBox.beginnings()
  const found = await ctx.readTenant(tenantId, (tx) => staleBoxes(tx, column, after, current))
  const opened = found.flatMap((stale) => {
    const about = { tenantId, purpose: column.purpose, recordId: stale.id }
    const secret = openOrNull(secretBox, stale.box, about)
    return secret === null ? [] : [{ stale, by: secretBox.seal(secret, about) }]
  })
  const values = await write(ctx, tenantId, opened.length, async (tx) => {
    const replaced = opened.map(({ stale, by }) => replaceBox(tx, column, stale, by))
    return (await Promise.all(replaced)).filter((it) => it).length
  })
  const last = found.length < BOXES_AT_ONCE ? null : (found.at(-1)?.id ?? null)
  return { values, unreadable: found.length - opened.length, last }
}

async function reencryptAnswers(ctx: Context, tenantId: TenantId, after: string): Promise<Page> {
  const { secretBox } = ctx
  const earlier = secretBox.beginnings().slice(1)
  if (earlier.length === 0) return { values: 0, unreadable: 0, last: null }
  const found = await ctx.readTenant(tenantId, (tx) => staleAnswers(tx, after, earlier))
  const opened = found.flatMap((stale) => {
    const about = { tenantId, purpose: 'kept-answer', recordId: stale.id } as const
    const body = openOrNull(secretBox, Buffer.from(stale.answer, 'base64'), about)
    return body === null ? [] : [{ stale, by: secretBox.seal(body, about).toString('base64') }]
  })
  const values = await write(ctx, tenantId, opened.length, async (tx) => {
    const replaced = opened.map(({ stale, by }) => replaceAnswer(tx, stale, by))
    return (await Promise.all(replaced)).filter((it) => it).length
  })
  return { values, unreadable: 0, last: found.length < BOXES_AT_ONCE ? null : (found.at(-1)?.id ?? null) }
}

/** Writes values in a transaction of the tenant, with an entry in its audit log. */
function write(
  ctx: Context,
  tenantId: TenantId,
  values: number,
  work: (tx: Transaction) => Promise<number>,
): Promise<number> {
  if (values === 0) return Promise.resolve(0)
  return ctx.writeTenant(tenantId, async (tx) => {
    const replaced = await work(tx)
    if (replaced > 0) writeAuditEntry(tx, auditEntry(ctx, 'secret-key.rotate', { values: replaced }))
    return replaced
  })
}
