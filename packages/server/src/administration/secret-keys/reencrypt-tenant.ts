import type { TenantId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import {
  BOXES_AT_ONCE,
  type BoxColumn,
  boxColumns,
  replaceAnswer,
  replaceBox,
  staleAnswers,
  staleBoxes,
} from './rows/tenant-boxes.ts'

/** What was encrypted again, and what none of the keys decrypts. */
export type Reencrypted = { readonly values: number; readonly unreadable: number }

/** Encrypts everything of a tenant under the current key that is not yet. A value that is written meanwhile wins. */
export async function reencryptTenant(ctx: Context, tenantId: TenantId): Promise<Reencrypted> {
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
