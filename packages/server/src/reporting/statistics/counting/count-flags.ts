import {
  type CountedRule,
  type RuleFlag,
  ruleFlagsOf,
  type SideState,
  sideStateOf,
  type Verdict,
  verdictOf,
} from '@goodword/domain/moderation/flagged-rules'
import type { ReferralId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../../frame/context.ts'
import type { ZonedCalendar } from '../calendar.ts'
import type { Generation } from '../rows/generations.ts'
import type { RawEvent } from '../rows/raw-events.ts'
import {
  type CountedFlag,
  type FlaggedReferral,
  loadCountedFlags,
  loadFlagged,
  loadFlaggedPage,
  loadFlaggings,
  saveCountedFlags,
} from '../rows/rule-flags.ts'
import type { Counts } from './counts.ts'
import { addTo, isPassed } from './generation.ts'

/**
 * Counts what changed of the referrals that events are about: the rules that flagged them, and how their sides are decided now.
 * The counted state is stored beside each flag, so any number of changes is one difference, and a repeat is none.
 */
export async function countFlags(
  tx: Transaction,
  generations: readonly Generation[],
  events: readonly RawEvent[],
): Promise<void> {
  const ids = events
    .filter(({ type }) => type === 'referral.flagged' || type === 'referral.moderated')
    .flatMap((it) => it.referral_id ?? [])
  if (ids.length === 0) return
  await followFlags(tx, generations, await loadFlagged(tx, [...new Set<ReferralId>(ids)]))
}

/**
 * Counts the next flagged referrals for a generation that has not come to them; returns the place that it has come to, null for
 * the end.
 */
export async function recountFlags(
  tx: Transaction,
  generation: Generation,
  live: readonly Generation[],
  after: string,
  most: number,
): Promise<string | null> {
  const page = await loadFlaggedPage(tx, after, most)
  const flags = await followFlags(tx, live, page)
  addTo(tx, generation, (counts, calendar) => {
    for (const flag of flags) add(counts, calendar, flag, 1)
  })
  return page.length < most ? null : (page.at(-1)?.id ?? null)
}

/** A flag of a referral as it is counted now, with data that is not stored beside it. */
type PresentFlag = {
  readonly row: CountedFlag
  /** Whether it is the first one of its rule, with which the referral counts for the rule in either mode. */
  readonly isFirst: boolean
  readonly startedAt: number
}

/** Adds differences to the generations that have counted these referrals; returns the flags as they are counted now. */
async function followFlags(
  tx: Transaction,
  generations: readonly Generation[],
  referrals: readonly FlaggedReferral[],
): Promise<readonly PresentFlag[]> {
  if (referrals.length === 0) return []
  const ids = referrals.map((it) => it.id)
  const counted = new Map((await loadCountedFlags(tx, ids)).map((it) => [keyOf(it), it]))
  const flags = await flagsOf(tx, referrals, counted)
  const changed = flags.filter(({ row }) => !isSame(row, counted.get(keyOf(row))))
  for (const generation of generations) {
    const own = changed.filter(({ row }) => isPassed(generation.flags_until, row.referral_id))
    addTo(tx, generation, (counts, calendar) => {
      for (const flag of own) {
        const before = counted.get(keyOf(flag.row))
        if (before !== undefined) add(counts, calendar, { ...flag, row: before }, -1)
        add(counts, calendar, flag, 1)
      }
    })
  }
  saveCountedFlags(
    tx,
    changed.map((it) => it.row),
  )
  return flags
}

/** The flags of referrals. Times are read only of those that are not counted yet. */
async function flagsOf(
  tx: Transaction,
  referrals: readonly FlaggedReferral[],
  counted: ReadonlyMap<string, CountedFlag>,
): Promise<readonly PresentFlag[]> {
  const found = referrals.map((referral) => ({ referral, flags: ruleFlagsOf(referral.signals, [], 0) }))
  const news = found.filter(({ referral, flags }) =>
    flags.some(({ rule, isShadow }) => {
      return !counted.has(keyOf({ referral_id: referral.id, rule, is_shadow: isShadow }))
    }),
  )
  const ids = news.map((it) => it.referral.id)
  const flaggings = Map.groupBy(await loadFlaggings(tx, ids), (it) => it.referral_id)
  return referrals.flatMap((referral) => {
    const own = flaggings.get(referral.id) ?? []
    const startedAt = referral.started_at
    const flags = ruleFlagsOf(referral.signals, own, startedAt).map(({ isFirst, ...flag }) => {
      const row = rowOf(referral, flag)
      const flagged_at = counted.get(keyOf(row))?.flagged_at ?? row.flagged_at
      return { row: { ...row, flagged_at }, isFirst, startedAt }
    })
    const ofAny = rowOf(referral, { rule: 'ANY', isShadow: false, at: startedAt })
    const isCounted = verdictOfRow(ofAny) !== null || counted.has(keyOf(ofAny))
    return isCounted ? [...flags, { row: ofAny, isFirst: true, startedAt }] : flags
  })
}

function rowOf(
  referral: FlaggedReferral,
  { rule, isShadow, at }: { readonly rule: CountedRule; readonly isShadow: boolean; readonly at: number },
): CountedFlag {
  return {
    referral_id: referral.id,
    rule,
    is_shadow: isShadow,
    flagged_at: at,
    referrer_state: sideStateOf({ status: referral.referrer_moderation, by: referral.referrer_moderated_by }),
    referred_state: sideStateOf({ status: referral.referred_moderation, by: referral.referred_moderated_by }),
  }
}

function verdictOfRow({ referrer_state, referred_state }: CountedFlag): Verdict | null {
  return verdictOf([referrer_state, referred_state])
}

type FlagKey = Pick<CountedFlag, 'referral_id' | 'rule' | 'is_shadow'>

function keyOf({ referral_id, rule, is_shadow }: FlagKey): string {
  return `${referral_id} ${rule} ${is_shadow}`
}

function isSame(flag: CountedFlag, counted: CountedFlag | undefined): boolean {
  return flag.referrer_state === counted?.referrer_state && flag.referred_state === counted.referred_state
}

function add(
  counts: Counts,
  calendar: ZonedCalendar,
  { row, isFirst, startedAt }: PresentFlag,
  amount: 1 | -1,
): void {
  const verdict = verdictOfRow(row)
  if (verdict !== null && isFirst) {
    counts.add(calendar.dayOf(startedAt), 'FLAGGED_DECIDED', decidedKey(row.rule, verdict), amount)
  }
  if (row.rule === 'ANY') return
  const day = calendar.dayOf(row.flagged_at)
  counts.add(day, 'FLAGGED', flaggedKey(row.rule, row.is_shadow), amount)
  for (const state of [row.referrer_state, row.referred_state]) {
    counts.add(day, 'FLAGGED_SIDE', flaggedKey(row.rule, row.is_shadow, state), amount)
  }
}

/** The key for counts of decided referrals: those that a rule flagged in either mode, or all of them. */
export function decidedKey(rule: CountedRule, verdict: Verdict): string {
  return `${rule} ${verdict}`
}

/** The key for counts of flagged referrals; counts of their sides have the state as well. */
export function flaggedKey(rule: RuleFlag['rule'], isShadow: boolean, state?: SideState): string {
  return [rule, isShadow ? 'SHADOW' : 'ACTIVE', ...(state === undefined ? [] : [state])].join(' ')
}
