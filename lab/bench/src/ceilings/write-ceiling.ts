import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '@goodword/server/engine/driver/database'
import { CALLERS } from '../load/run-load.ts'
import type { Write } from './unnested.ts'

/** The rows that so many requests of a tenant would write. */
export type WritingWork = {
  readonly tenantId: TenantId
  readonly size: number
  /** The statements that write what the requests from one to before another would, all at once. */
  readonly between: (from: number, to: number) => readonly Write[]
}

/** How 32 callers share transactions: so many connections, each with so many callers in a transaction. */
export type Sharing = { readonly connections: number; readonly largest: number }

/** The best sharing depends on the machine, so each is tried. */
export const sharings: readonly Sharing[] = [1, 2, 4].map((connections) => ({
  connections,
  largest: CALLERS / connections,
}))

export function workOf<Item>(
  tenantId: TenantId,
  items: readonly Item[],
  statements: readonly ((tenantId: TenantId, items: readonly Item[]) => Write)[],
): WritingWork {
  return {
    tenantId,
    size: items.length,
    between: (from, to) => statements.map((write) => write(tenantId, items.slice(from, to))),
  }
}

/**
 * Does all the work, in transactions with as many calls as there are concurrent callers, each sent in one pipeline and
 * durable before the next begins on its connection. Returns the equivalent requests per second.
 */
export async function writeAll(
  db: Database,
  work: WritingWork,
  { connections, largest }: Sharing,
): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const writeOn = async (): Promise<void> => {
    while (next < work.size) {
      const from = next
      next = Math.min(from + largest, work.size)
      const writes = work.between(from, next)
      await db.connected(async (session) => {
        session.sendWrite(begin, [], undefined)
        session.sendWrite(setTenant, [work.tenantId], undefined)
        for (const { values, rows, ...statement } of writes) session.sendWrite(statement, values, rows)
        await session.commit()
      })
    }
  }
  await Promise.all(Array.from({ length: connections }, writeOn))
  return work.size / ((performance.now() - startedAt) / 1000)
}

const begin = { name: 'ceiling.begin', text: 'begin' }
const setTenant = { name: 'ceiling.tenant', text: 'select app.set_tenant($1)' }
