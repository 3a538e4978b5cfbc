import { createHash } from 'node:crypto'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import {
  type ChainedEntryRow,
  type ChainHeadRow,
  countUnchained,
  loadChain,
  loadChainHead,
} from '../../frame/rows/audit-entries.ts'

export type VerifiedAudit = {
  readonly alias: TenantId
  readonly ok: boolean
  /** How many entries of the chain were checked. */
  readonly checked: number
  /** The newest entry: note it in another place, and give it to a later check. */
  readonly newest: NotedEntry | null
  /** Entries without a number, of which the service adds none, up to 1000: no hash protects them. */
  readonly outsideOfChain: number
  /** The fault of the first entry that is broken or missing. */
  readonly broken: { readonly sequence: number; readonly message: string } | null
}

/** An entry of a chain as it was noted outside of the database. */
export type NotedEntry = { readonly sequence: number; readonly hash: string }

type Options = {
  /** Compared with the entry of this number. */
  readonly noted?: NotedEntry | null
  /** Checks this many of the newest entries; all by default. */
  readonly newest?: number
  /** How many entries are read at a time. */
  readonly pageSize?: number
}

/** Computes the chain of a tenant again, and finds the first entry that is broken or missing. */
export async function verifyAudit(
  ctx: Context,
  tenantId: TenantId,
  { noted = null, newest = Number.POSITIVE_INFINITY, pageSize = 1000 }: Options = {},
): Promise<VerifiedAudit> {
  const head = await ctx.readTenant(tenantId, loadChainHead)
  const first = Math.max((head?.sequence ?? 0) - newest, 0) + 1
  let checked = 0
  let previous: ChainedEntryRow | null = null
  for (;;) {
    const from: number = previous === null ? first : previous.sequence + 1
    const page = await ctx.readTenant(tenantId, async (tx) => ({
      rows: await loadChain(tx, from, pageSize),
      head: await loadChainHead(tx),
      outsideOfChain: await countUnchained(tx),
    }))
    const result = { alias: tenantId, newest: notedEntry(page.head), outsideOfChain: page.outsideOfChain }
    for (const row of page.rows) {
      const message = brokenLink(tenantId, row, previous, first) ?? contradiction(row, noted)
      if (message !== null) return { ...result, ok: false, checked, broken: message }
      checked += 1
      previous = row
    }
    if (page.rows.length === pageSize) continue
    const broken = brokenEnd(page.head, previous) ?? missing(noted, previous)
    return { ...result, ok: broken === null, checked, broken }
  }
}

type Broken = VerifiedAudit['broken']

function brokenLink(
  tenantId: TenantId,
  row: ChainedEntryRow,
  previous: ChainedEntryRow | null,
  first: number,
): Broken {
  const expected = previous === null ? first : previous.sequence + 1
  const { sequence } = row
  if (sequence !== expected) return { sequence: expected, message: `Entry ${expected} is missing.` }
  if (row.hash !== entryHash(tenantId, row)) {
    return { sequence, message: `Entry ${sequence} was changed: its hash does not fit its content.` }
  }
  const isStart = previous === null && sequence > 1
  if (!isStart && row.previous_hash !== (previous?.hash ?? null)) {
    return {
      sequence,
      message: `Entry ${sequence} does not continue entry ${sequence - 1}: one was replaced.`,
    }
  }
  return null
}

/** The head is written with each entry, so it shows that the newest ones were removed. */
function brokenEnd(head: ChainHeadRow | null, last: ChainedEntryRow | null): Broken {
  const [known, found] = [head?.sequence ?? 0, last?.sequence ?? 0]
  if (known > found) {
    return {
      sequence: found + 1,
      message: `Entry ${found + 1} is missing, up to the newest, entry ${known}.`,
    }
  }
  if (known < found) {
    return { sequence: known + 1, message: `Entry ${known + 1} was added past the head of the chain.` }
  }
  if (head !== null && last !== null && head.hash !== last.hash) {
    return { sequence: known, message: `Entry ${known} is not the one that the head of the chain names.` }
  }
  return null
}

function contradiction({ sequence, hash }: ChainedEntryRow, noted: NotedEntry | null): Broken {
  if (noted === null || noted.sequence !== sequence || noted.hash === hash) return null
  return { sequence, message: `Entry ${sequence} has another hash than the one that was noted.` }
}

function missing(noted: NotedEntry | null, last: ChainedEntryRow | null): Broken {
  if (noted === null || noted.sequence <= (last?.sequence ?? 0)) return null
  return { sequence: noted.sequence, message: `Entry ${noted.sequence}, which was noted, is missing.` }
}

function notedEntry(head: ChainHeadRow | null): NotedEntry | null {
  return head === null ? null : { sequence: head.sequence, hash: head.hash }
}

/**
 * The hash that an entry must have, in hexadecimal. It is computed here and not by the database's function, so that who changes
 * that one is found too.
 */
function entryHash(tenantId: TenantId, row: ChainedEntryRow): string {
  const fields = [
    row.previous_hash,
    `${row.sequence}`,
    tenantId,
    row.id,
    row.actor,
    row.action,
    row.subject,
    row.details_text,
    row.address,
    row.user_agent,
    `${row.created_at}`,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
