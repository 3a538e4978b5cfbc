import { isUuid, type StaffId, type TenantId } from '@goodword/domain/values/ids'
import type { PendingWrite, PendingWrites } from '@goodword/mcp/pending-writes'
import { inDirectory } from '../../engine/driver/directory-tx.ts'
import type { Context } from '../../frame/context.ts'
import { limitReached } from './daily-limit.ts'
import {
  type AssistantWriteRow,
  confirmAssistantWrite,
  deleteExpiredWrites,
  findAssistantWrite,
  findOwnWrite,
  findSameWrite,
  finishAssistantWrite,
  insertAssistantWrite,
  listCountedWrites,
  listWaitingWrites,
  lockAssistant,
  type OwnWriteRow,
  refuseAssistantWrite,
} from './rows/assistant-writes.ts'

const DAY_MS = 24 * 60 * 60_000
/** How long a repeated call of an assistant means the write that was decided, and not another one like it. */
const REPEATED_MS = 60 * 60_000
/** The newest, because each is described by some reads. */
const MAX_SHOWN = 20

/**
 * The writes of an assistant in the database, where any process finds them. A write is requested under a lock of its assistant, so that
 * requests at the same time cannot pass the limit of a day together.
 */
export function assistantWrites(ctx: Context, assistantId: string, tenantId: TenantId): PendingWrites {
  const now = () => ctx.clock.now()
  return {
    async request(tool, input, isAsking) {
      const createdAt = now()
      await deleteExpiredWrites(ctx.db, createdAt)
      return inDirectory(ctx.db, async (tx) => {
        if (!(await lockAssistant(tx, assistantId))) return ENDED
        const write = { assistantId, tool, input }
        const decidedAfter = isAsking ? createdAt : createdAt - REPEATED_MS
        const same = await findSameWrite(tx, write, createdAt, decidedAfter)
        if (same !== null) return pendingWrite(same)
        const next = { tool, input, state: 'WAITING' } as const
        const reached = limitReached(await listCountedWrites(tx, assistantId, createdAt), next)
        if (reached !== null) return reached
        const id = ctx.ids.make<string>(createdAt)
        await insertAssistantWrite(tx, { id, ...write, createdAt, expiresAt: createdAt + DAY_MS })
        return { id, ...next, errorCode: null }
      })
    },
    async read(id) {
      if (!isUuid(id)) return null
      const row = await findAssistantWrite(ctx.db, id, assistantId, now())
      return row === null ? null : pendingWrite(row)
    },
    async confirm(id) {
      if (!isUuid(id)) return null
      const row = await confirmAssistantWrite(ctx.db, { id, assistantId }, now(), now() + DAY_MS)
      return row === null ? null : pendingWrite(row)
    },
    async refuse(id) {
      if (isUuid(id)) await refuseAssistantWrite(ctx.db, id, assistantId, now())
    },
    finish: (id, errorCode) => finishAssistantWrite(ctx.db, id, assistantId, errorCode),
    // The page of the portal where the person decides.
    address: `${ctx.baseUrl}/portal/${tenantId}/waiting`,
  }
}

const ENDED = 'DISCONNECTED: The person has disconnected you. Nothing was done.'

function pendingWrite({ id, tool, input, state, error_code: errorCode }: AssistantWriteRow): PendingWrite {
  return { id, tool, input, state, errorCode }
}

export type WaitingWrite = PendingWrite & { readonly assistant: string; readonly requestedAt: number }

/** Reads the pending writes of a person's assistants in a program, the newest first. */
export async function readWaitingWrites(
  ctx: Context,
  staffId: StaffId,
  tenantId: TenantId,
): Promise<{ readonly writes: readonly WaitingWrite[]; readonly isMore: boolean }> {
  const rows = await listWaitingWrites(ctx.db, staffId, tenantId, ctx.clock.now(), MAX_SHOWN + 1)
  const writes = rows.slice(0, MAX_SHOWN).map((row) => ({
    ...pendingWrite(row),
    assistant: row.client_name,
    requestedAt: row.created_at,
  }))
  return { writes, isMore: rows.length > MAX_SHOWN }
}

/** A write that an assistant of the person wants; null if none has the ID. */
export function findWriteOf(ctx: Context, staffId: StaffId, id: string): Promise<OwnWriteRow | null> {
  return findOwnWrite(ctx.db, id, staffId, ctx.clock.now())
}
