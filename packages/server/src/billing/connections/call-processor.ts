import { Refusal } from '@goodword/contract/frame/refusal'
import type { EventId, TenantId } from '@goodword/domain/values/ids'
import type { ProcessorClient, SetupFinding } from '../../connectors/connector.ts'
import { ProcessorError, type ProcessorErrorCode } from '../../connectors/processor-error.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import {
  type ConnectionHealth,
  type ConnectionId,
  type ConnectionRow,
  countCalls,
  lockConnectionHealth,
  recordCall,
  recordFindings,
} from '../rows/connections.ts'
import type { OpenConnection } from './processor-client.ts'

/** A success is noted at most once a minute. */
export const CALL_NOTED_MS = 60_000

/** These errors are about the request, and show that the connection works. */
const answers: ReadonlySet<ProcessorErrorCode> = new Set(['NOT_FOUND', 'REJECTED'])

/**
 * Calls the processor, and notes on the connection whether the calls went through, and which permission they lacked.
 * Rethrows what `work` throws.
 */
export async function callProcessor<T>(
  ctx: Context,
  tenantId: TenantId,
  { row, client }: OpenConnection,
  work: (client: ProcessorClient) => Promise<T>,
): Promise<T> {
  const { client: noting, made } = notingCalls(client)
  const note = async (error: ProcessorError | null) => {
    const now = ctx.clock.now()
    const isKnown = row.last_error_code === null && !showsAsPresent(row, made)
    if (error === null && isKnown && now - row.last_call_at < CALL_NOTED_MS) return
    await ctx.writeTenant(tenantId, async (tx) => {
      const health = await lockConnectionHealth(tx, row.id)
      if (health === null) return
      countCallsNow(tx, { row, client })
      noteFindings(tx, row.id, health, error, made)
      if (error !== null && isKnownBroken(tx, health, error)) return
      recordCall(tx, row.id, now, error)
    })
  }
  try {
    const result = await work(noting)
    await note(null)
    return result
  } catch (error) {
    if (error instanceof ProcessorError) await note(answers.has(error.code) ? null : error)
    throw error
  }
}

/** Counts the calls of this process to the day of the tenant's clock: a rehearsal of a year has the budget of a year. */
export function countCallsNow(tx: Transaction, { row, client }: OpenConnection): void {
  countCalls(tx, row.id, callDay(tx.now), client.takeCallCount())
}

export function callDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

/** When the next day begins, on which there are calls again. */
export function nextCallDay(now: number): number {
  return Date.parse(callDay(now + 86_400_000))
}

/** Whether the calls of the day are used up: what can wait for the next day does. */
export function hasUsedCalls(row: ConnectionRow, now: number): boolean {
  return row.calls_day === callDay(now) && row.calls_made >= row.daily_call_budget
}

/**
 * Whether it is known that the connection is broken, and the error says nothing else: one that passes does not mend it.
 * An error that breaks it is an event.
 */
function isKnownBroken(
  tx: Transaction,
  { last_error_code: present }: ConnectionHealth,
  error: ProcessorError,
): boolean {
  const breaks = error.code === 'CREDENTIALS_REJECTED'
  if (present === 'CREDENTIALS_REJECTED') return !breaks
  if (breaks) {
    const outcome = { type: 'connection.broken', reason: 'CREDENTIALS_REJECTED', account: null } as const
    insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'processor', outcome }])
  }
  return false
}

/** The merchant's answer when the processor did not answer in time, or with a temporary error. */
export function processorUnavailable(error: ProcessorError): Refusal {
  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 5000) / 1000))
  return new Refusal(
    'PROCESSOR_UNAVAILABLE',
    'The payment processor did not respond in time, or responded with a temporary error. Retry the request after the number of seconds in Retry-After.',
    null,
    seconds,
  )
}

/**
 * The result of calls that a request waits for.
 *
 * @throws ProcessorError TIMED_OUT before the request itself times out
 */
export async function withinRequest<T>(calls: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = 'The payment processor did not respond in time.'
    timer = setTimeout(() => reject(new ProcessorError('TIMED_OUT', { message })), REQUEST_MS)
  })
  try {
    return await Promise.race([calls, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Requests have 15 s in all. */
const REQUEST_MS = 11_000

/** Names of the calls of a client. */
type MadeCalls = ReadonlySet<string>

/** The client, and the calls that were made with it. */
function notingCalls(client: ProcessorClient): {
  readonly client: ProcessorClient
  readonly made: MadeCalls
} {
  const made = new Set<string>()
  const noting = new Proxy(client, {
    get(target, name, receiver) {
      made.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  return { client: noting, made }
}

export function storedFindings({
  missing_setup: stored,
}: Pick<ConnectionRow, 'missing_setup'>): readonly SetupFinding[] {
  // Only findings were ever stored there.
  return stored as readonly SetupFinding[]
}

/** Whether calls that the processor accepted show that something is not missing any more. */
function showsAsPresent(row: Pick<ConnectionRow, 'missing_setup'>, made: MadeCalls): boolean {
  return storedFindings(row).some((it) => isShown(it, made))
}

/**
 * Notes the permission that the processor refused a call for, or that others are not missing any more. It stays noted while
 * calls that need no such permission succeed. The connection is locked.
 */
function noteFindings(
  tx: Transaction,
  id: ConnectionId,
  health: ConnectionHealth,
  error: ProcessorError | null,
  made: MadeCalls,
): void {
  const stored = storedFindings(health)
  const missing = error?.missing ?? null
  if (missing !== null) {
    if (stored.some((it) => it.item === missing.item && it.name === missing.name)) return
    recordFindings(tx, id, [...stored, missing])
  } else if (error === null && showsAsPresent(health, made)) {
    recordFindings(
      tx,
      id,
      stored.filter((it) => !isShown(it, made)),
    )
  }
}

function isShown({ neededBy }: SetupFinding, made: MadeCalls): boolean {
  return neededBy !== undefined && made.has(neededBy)
}
