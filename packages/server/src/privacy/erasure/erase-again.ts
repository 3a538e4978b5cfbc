import type { TenantId, UserKey } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import type { Context, Transaction } from '../../frame/context.ts'
import { marksIn } from '../../frame/erased/marks.ts'
import { listMarkedUsers, listMarks } from '../../frame/rows/erased-marks.ts'
import { beginErasure } from './begin-erasure.ts'

const PAGE = 1000

/** The marks of all people that the tenant ever erased, which say nothing about them without the secret key. */
export async function* listErasures(ctx: Context, tenantId: TenantId): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const from = after
    const rows = await ctx.readTenant(tenantId, (tx) => listMarks(tx, from, PAGE))
    for (const { mark, kind } of rows) if (kind === 'PERSON') yield mark
    if (rows.length < PAGE) return
    after = rows.at(-1)?.mark ?? ''
  }
}

/**
 * Erases the people whose marks are given and who are stored: after a restore these are the people who were erased since the
 * backup was made. Returns how many.
 */
export async function eraseAgain(
  ctx: Context,
  tenantId: TenantId,
  erased: ReadonlySet<string>,
  note: (tx: Transaction, user: UserKey) => void,
): Promise<number> {
  let count = 0
  for (let after: string = NIL; ; ) {
    const from = after
    const { rows, found } = await ctx.readTenant(tenantId, async (tx) => {
      const users = await listMarkedUsers(tx, from, PAGE)
      const marks = marksIn(tx)
      return {
        rows: users,
        found: users.filter((it) => erased.has(marks.person(it.account_id, it.user_external_id))),
      }
    })
    for (const { account, user_external_id } of found)
      await beginErasure(ctx, tenantId, account, user_external_id, note)
    count += found.length
    if (rows.length < PAGE) return count
    after = rows.at(-1)?.id ?? ''
  }
}
