import type { Account } from '@goodword/domain/account'
import type { Call } from '@goodword/domain/command'
import type { TenantId } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import { type Book, track as decide, type Tracking, type Verdict } from '@goodword/domain/tracking'
import type { IdGenerator } from '../../platform/id-generator.ts'
import { BatchPerTenant } from '../../platform/natural-batch.ts'
import type { Database } from '../../store/database.ts'
import { DatabaseUnavailable } from '../../store/database-error.ts'
import { retryOnConflict } from '../../store/retry-on-conflict.ts'
import { inTenant, type TenantTx } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import { type Loaded, loadBook } from './load.ts'
import { type Change, type Happened, type Person, saveChanges } from './save.ts'

/** A call with who made it, as the timeline shows it. */
export type Heard = { readonly call: Call; readonly actor: Actor }
export type Actor = 'server' | 'browser'

/** What a call came to and when by the tenant's clock, with the currency of prices that came without one. */
export type Tracked = {
  readonly verdict: Verdict
  readonly programCurrency: Currency
  readonly now: number
}

/** The one door to tracking. An accepted call is durable when it is answered. */
export type Track = (tenantId: TenantId, heard: Heard) => Promise<Tracked>

export type TrackDependencies = {
  readonly db: Database
  /** Milliseconds of the machine's clock; a test tenant's may be ahead of it. */
  readonly now: (tenantId: TenantId) => number
  readonly keys: IdGenerator
}

/** More calls than this wait for the next transaction: it keeps answers quick and locks short. */
const LARGEST_BATCH = 200
/** Two per tenant keep the database busy while one batch is being decided; more only wait for each other. */
const BATCHES_AT_ONCE = 2
/** Makes the door. Calls of a tenant that wait at the same time share a transaction; each gets its own verdict. */
export function createTrack(dependencies: TrackDependencies): Track {
  const batches = new BatchPerTenant<Heard, Tracked>((tenantId) => ({
    name: 'tracking',
    run: (heard) => trackList(dependencies, tenantId as TenantId, heard),
    largest: LARGEST_BATCH,
    runsAtOnce: BATCHES_AT_ONCE,
    subjectOf: (heard) => heard.call.accountId,
  }))
  return (tenantId, heard) => batches.add(tenantId, heard)
}

/** A list that the database rejects is halved until the culprit stands alone: one bad call spoils no other. */
async function trackList(
  dependencies: TrackDependencies,
  tenantId: TenantId,
  heard: readonly Heard[],
): Promise<readonly PromiseSettledResult<Tracked>[]> {
  try {
    const tracked = await trackTogether(dependencies, tenantId, heard)
    return tracked.map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (heard.length === 1 || reason instanceof DatabaseUnavailable)
      return heard.map(() => ({ status: 'rejected', reason }))
    const middle = Math.ceil(heard.length / 2)
    const first = await trackList(dependencies, tenantId, heard.slice(0, middle))
    return [...first, ...(await trackList(dependencies, tenantId, heard.slice(middle)))]
  }
}

/** Reads, decides and writes; after a serialization conflict again, on the new state. */
function trackTogether(
  { db, now, keys }: TrackDependencies,
  tenantId: TenantId,
  heard: readonly Heard[],
): Promise<readonly Tracked[]> {
  return retryOnConflict(() =>
    inTenant(db, tenantId, async (tx) => trackIn(tx, heard, await tenantNow(tx, now(tenantId)), keys)),
  )
}

/** Tracks a list inside a transaction of the caller's, which decides whether refusals undo it. */
export async function trackIn(
  tx: TenantTx,
  heard: readonly Heard[],
  now: number,
  keys: IdGenerator,
): Promise<readonly Tracked[]> {
  const calls = heard.map((it) => it.call)
  const { book, stored } = await loadBook(tx, calls, now, keys)
  const tracking = decide(book, calls)
  const changes = changesOf(book, stored, tracking)
  saveChanges(tx, changes, happenedIn(tracking, heard), givenCodes(book, tracking), now, keys)
  return tracking.verdicts.map((verdict) => ({ verdict, programCurrency: book.program.currency, now }))
}

/** An account that only refused calls named is not kept. */
function changesOf(book: Book, stored: Loaded['stored'], tracking: Tracking): readonly Change<Account>[] {
  const accepted = new Set(
    tracking.verdicts.flatMap((verdict) => (verdict.kind === 'accepted' ? [verdict.account.id] : [])),
  )
  return [...tracking.accounts.values()].flatMap((after): Change<Account>[] => {
    if (!stored.has(after.id)) return accepted.has(after.id) ? [{ before: null, after }] : []
    const before = book.accounts.get(after.id)
    return before === undefined || before === after ? [] : [{ before, after }]
  })
}

/** The codes that the list gave to people. One that a later call of the list replaced was answered as well. */
function givenCodes(book: Book, { verdicts }: Tracking): readonly Person[] {
  const stored = [...book.accounts.values()].flatMap((it) => it.participants.map(({ code }) => code))
  const known = new Set([...book.codes.keys(), ...stored])
  return verdicts.flatMap((verdict): Person[] => {
    if (verdict.kind === 'refused') return []
    const { key, participants } = verdict.account
    const given = participants.filter(({ code }) => !known.has(code))
    for (const { code } of given) known.add(code)
    return given.map((participant) => ({ account: key, participant }))
  })
}

function happenedIn({ verdicts }: Tracking, heard: readonly Heard[]): Happened[] {
  return verdicts.flatMap((verdict, index) => {
    const actor = heard[index]?.actor
    if (verdict.kind === 'refused' || actor === undefined) return []
    return verdict.outcomes.map((outcome) => ({ actor, outcome }))
  })
}
