import { recurringOf } from '../../billing/renew.ts'
import type { AnchorConfig, SubscriptionItem } from '../../model/subscription.ts'
import { addMonths, boundaryAfter } from '../../money/periods.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'

const DAY_SECONDS = 86_400

/** Reads when a subscription begins, and its first period ends. @throws {ApiError} */
export function readBeginning(params: Params) {
  const [trial, moment] = [readTrial(params), params.moment('billing_cycle_anchor') ?? null]
  const [config, backdated] = [readConfig(params), params.moment('backdate_start_date') ?? null]
  if (config !== null && moment !== null) {
    throw invalid('You may only specify one of billing_cycle_anchor and billing_cycle_anchor_config.')
  }
  return (work: Work, items: readonly SubscriptionItem[]) => {
    const { now } = work
    const recurring = recurringOf(work, items)
    if (config !== null && (recurring.interval === 'day' || recurring.interval === 'week')) {
      throw invalid(
        'billing_cycle_anchor_config is for monthly and yearly prices.',
        'billing_cycle_anchor_config',
      )
    }
    const [trialEnd, anchor] = [trial(now), config === null ? moment : nextOccurrence(config, now)]
    if (anchor !== null) checkAnchor(anchor, now, trialEnd ?? boundaryAfter(now, recurring, now))
    if (backdated !== null && backdated > now) {
      throw invalid('backdate_start_date cannot be in the future.', 'backdate_start_date')
    }
    const begin = trialEnd ?? anchor ?? now
    const startDate = backdated ?? now
    return {
      startDate,
      anchorConfig: trialEnd === null ? config : null,
      billingCycleAnchor: begin,
      periodStart: trialEnd === null && begin > now ? startDate : now,
      periodEnd: begin > now ? begin : boundaryAfter(now, recurring, now),
      trialStart: trialEnd === null ? null : now,
      trialEnd,
    }
  }
}

function checkAnchor(anchor: number, now: number, latest: number): void {
  if (anchor < now) throw invalid('billing_cycle_anchor cannot be in the past.', 'billing_cycle_anchor')
  if (anchor <= latest) return
  const message = `billing_cycle_anchor cannot be later than next natural billing date (${latest}) for plan`
  throw invalid(message, 'billing_cycle_anchor')
}

function readConfig(params: Params): AnchorConfig | null {
  const part = params.part('billing_cycle_anchor_config')
  if (part == null) return null
  return {
    day: part.neededInteger('day_of_month', 1, 31),
    month: part.integer('month', 1, 12) ?? null,
    hour: part.integer('hour', 0, 23) ?? null,
    minute: part.integer('minute', 0, 59) ?? null,
    second: part.integer('second', 0, 59) ?? null,
  }
}

/** The next moment at a day of months; the time of day is that of now where none was chosen. */
function nextOccurrence({ day, month, hour, minute, second }: AnchorConfig, now: number): number {
  const date = new Date(now * 1000)
  const time = [
    hour ?? date.getUTCHours(),
    minute ?? date.getUTCMinutes(),
    second ?? date.getUTCSeconds(),
  ] as const
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1, ...time) / 1000
  for (let months = 0; ; months += 1) {
    const found = addMonths(first, months, day)
    const isMonth = month === null || new Date(found * 1000).getUTCMonth() === month - 1
    if (isMonth && found >= now) return found
  }
}

function readTrial(params: Params): (now: number) => number | null {
  const [end, days] = [
    params.text('trial_end') === 'now' ? null : params.moment('trial_end'),
    params.integer('trial_period_days', 0, 730),
  ]
  params.accept('trial_from_plan')
  return (now) => {
    if (end != null && end <= now) throw invalid('Invalid timestamp: must be in the future', 'trial_end')
    if (end != null) return end
    return days == null || days === 0 ? null : now + days * DAY_SECONDS
  }
}
