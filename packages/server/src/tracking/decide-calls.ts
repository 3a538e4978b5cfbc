import type { Observed } from '@goodword/domain/fraud/fraud-history'
import type { AttributeCommand, Call, Command, Source } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { formerSpellings, meantCode, type UsedCode } from '@goodword/domain/referrals/used-code'
import { type Decision, track as decide, type Tracking } from '@goodword/domain/tracking/tracking'
import type { Transaction } from '../frame/context.ts'
import { type ErasedInCalls, findErased, withPlaceholders } from '../frame/erased/erased-in-calls.ts'
import { judgeMailDomains, withEvidence } from './evidence/evidence-in-calls.ts'
import { type Loaded, loadTrackingState } from './load.ts'
import type { Note } from './rows/events/events.ts'
import { findFormerCodes } from './rows/former-codes.ts'

/** A call with who made it, as the timeline shows it. A note stands at the first outcome of its call. */
export type IncomingCall = { readonly call: Call; readonly actor: Actor; readonly note?: Note }
/** `import` is a file of the merchant's, about what happened elsewhere. */
export type Actor = Source | 'import' | 'staff' | 'service'

/** The decisions about calls, before any change is written. */
export type Decided = {
  readonly loaded: Loaded
  /** The decisions of tracking, and the calls that they are about. */
  readonly tracking: Tracking
  readonly tracked: readonly IncomingCall[]
  /** One for each call that was given. */
  readonly decisions: readonly Decision[]
  /** The positions of calls that identify erased people: nothing of them is stored. */
  readonly erased: ReadonlySet<number>
}

/** Reads and decides. The accounts stay locked until the end of the transaction. */
export function decideIn(tx: Transaction, incoming: readonly IncomingCall[]): Promise<Decided> {
  // Imported events did not happen now, so they are no part of the history that fraud rules read.
  const told = incoming.map((it) => (it.actor === 'import' ? it : { ...it, call: withEvidence(tx, it.call) }))
  return decideTold(tx, told)
}

async function decideTold(tx: Transaction, incoming: readonly IncomingCall[]): Promise<Decided> {
  const calls = incoming.map((it) => it.call)
  const loaded = await loadTrackingState(tx, calls)
  const present = await withPresentCodes(tx, calls, loaded)
  if (present !== null) {
    return decideTold(
      tx,
      incoming.map((it, index) => ({ ...it, call: present[index] ?? it.call })),
    )
  }
  const erased = loaded.hasErasures ? await findErased(tx, loaded.state, calls) : null
  if (erased !== null) return decideOthers(tx, incoming, erased, loaded)
  const { history, observed } = judgeMailDomains(tx, loaded.state, calls)
  const tracked = incoming.map((it, index) => withObserved(it, observed[index]))
  const tracking = decide(
    { ...loaded.state, ...(history === undefined ? {} : { history }) },
    tracked.map((it) => it.call),
  )
  return { loaded, tracking, tracked, decisions: tracking.decisions, erased: new Set() }
}

function withObserved(incoming: IncomingCall, observed: Observed | undefined): IncomingCall {
  if (observed === undefined || incoming.actor === 'import') return incoming
  return { ...incoming, call: { ...incoming.call, observed } }
}

/** Calls that identify erased people have their decisions; the others are tracked with placeholders for the erased names. */
async function decideOthers(
  tx: Transaction,
  incoming: readonly IncomingCall[],
  erased: ErasedInCalls,
  loaded: Loaded,
): Promise<Decided> {
  const others = incoming
    .filter((_, index) => !erased.decisions.has(index))
    .map((it) => ({ ...it, call: withPlaceholders(it.call, erased) }))
  const tracking = decide(loaded.state, [])
  const nothing: Decided = { loaded, tracking, tracked: [], decisions: [], erased: new Set() }
  const decided = others.length === 0 ? nothing : await decideTold(tx, others)
  const next = decided.decisions.entries()
  const found = incoming.map((_, index): { decision: Decision; isErased: boolean } => {
    const own = erased.decisions.get(index)
    if (own !== undefined) return { decision: own, isErased: true }
    const { value } = next.next()
    if (value === undefined) throw new Error('decision of a call not found')
    return { decision: value[1], isErased: decided.erased.has(value[0]) }
  })
  return {
    ...decided,
    decisions: found.map((it) => it.decision),
    erased: new Set(found.flatMap((it, index) => (it.isErased ? [index] : []))),
  }
}

/**
 * The calls with the present codes of people in the place of codes of an earlier product; null if no call
 * names any. Unknown codes are looked up by one statement, and none is sent where every code is found, or where the
 * program has no codes of an earlier product.
 */
async function withPresentCodes(
  tx: Transaction,
  calls: readonly Call[],
  { state: { codes }, formerCodes }: Pick<Loaded, 'state' | 'formerCodes'>,
): Promise<readonly Call[] | null> {
  if (formerCodes === null) return null
  const unknown = calls.flatMap(attributions).flatMap(({ code, spellings }) => {
    return code === null || spellings !== undefined || codes.has(code) ? [] : [code]
  })
  const former = new Map([...formerCodes, ...(await findFormerCodes(tx, formerSpellings(unknown)))])
  if (former.size === 0) return null
  const presentOf = (command: AttributeCommand) => meantCode(usedIn(command), former, (it) => codes.has(it))
  let hasPresent = false
  const present = calls.map((call): Call => {
    const commands = call.commands.map((it): Command => {
      const code = it.kind === 'attribute' ? presentOf(it) : null
      if (it.kind !== 'attribute' || code === null || code === it.code) return it
      hasPresent = true
      return withCode(it, code)
    })
    return { ...call, commands }
  })
  return hasPresent ? present : null
}

function attributions({ commands }: Call): readonly AttributeCommand[] {
  return commands.filter((it) => it.kind === 'attribute')
}

function usedIn({ code, spellings }: AttributeCommand): UsedCode {
  return { code, spellings: spellings ?? (code === null ? [] : [code]) }
}

/** The tracking cookie may have the same former code. */
function withCode({ spellings: _, ...command }: AttributeCommand, code: ReferralCode): AttributeCommand {
  const isInCookie =
    command.cookie !== undefined && command.cookie !== null && command.cookie === command.code
  return { ...command, code, ...(isInCookie ? { cookie: code } : {}) }
}
