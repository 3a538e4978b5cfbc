import { Counter, type Registry } from 'prom-client'
import { counter } from './definition.ts'

export const clickDefinitions = {
  recorded: counter(
    'goodword_clicks_recorded_total',
    'Clicks on share links that were stored before the visitor was redirected.',
  ),
  ignored: counter(
    'goodword_clicks_ignored_total',
    'Visits to share links that were redirected and not counted as clicks, by reason: head, prefetch, bot, not_a_page, or flood (too many from one address).',
    ['reason'],
  ),
  lost: counter(
    'goodword_clicks_lost_total',
    'Clicks that were not stored although the visitor was redirected, by reason: database unavailable, timeout, queue_full, or error (a defect).',
    ['reason'],
  ),
}

/** The result of a visit to an active share link. */
export type ClickOutcome =
  | { readonly kind: 'recorded' }
  | { readonly kind: 'screened'; readonly reason: ScreenedReason }
  | { readonly kind: 'lost'; readonly reason: LostReason }

/** Why a visit is no click. */
export const screenedReasons = ['head', 'prefetch', 'bot', 'not a page', 'flood'] as const
export type ScreenedReason = (typeof screenedReasons)[number]

/** Why a click was not recorded. */
export const lostReasons = ['unavailable', 'slow', 'full', 'failed'] as const
export type LostReason = (typeof lostReasons)[number]

const screenedLabels: Readonly<Record<ScreenedReason, string>> = {
  head: 'head',
  prefetch: 'prefetch',
  bot: 'bot',
  'not a page': 'not_a_page',
  flood: 'flood',
}

const lostLabels: Readonly<Record<LostReason, string>> = {
  unavailable: 'unavailable',
  slow: 'timeout',
  full: 'queue_full',
  failed: 'error',
}

export type CountClick = (outcome: ClickOutcome) => void

/** Counts clicks in plain numbers, because they are frequent, and exports them at a scrape. */
export function clickMetrics(registry: Registry): CountClick {
  const registers = [registry]
  let recorded = 0
  const screened = new Map<ScreenedReason, number>(screenedReasons.map((it) => [it, 0]))
  const lost = new Map<LostReason, number>(lostReasons.map((it) => [it, 0]))

  new Counter({
    ...clickDefinitions.recorded,
    registers,
    collect() {
      this.reset()
      this.inc(recorded)
    },
  })
  new Counter({
    ...clickDefinitions.ignored,
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of screened) this.inc({ reason: screenedLabels[reason] }, count)
    },
  })
  new Counter({
    ...clickDefinitions.lost,
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of lost) this.inc({ reason: lostLabels[reason] }, count)
    },
  })

  return (outcome) => {
    if (outcome.kind === 'recorded') recorded += 1
    else if (outcome.kind === 'screened') add(screened, outcome.reason)
    else add(lost, outcome.reason)
  }
}

function add<Reason>(counts: Map<Reason, number>, reason: Reason): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}
