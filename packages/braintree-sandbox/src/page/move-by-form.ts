import type { Readable } from 'node:stream'
import type { Control } from '../control/control.ts'
import { ControlError } from '../control/control-error.ts'
import { type Journey, moveClock } from '../control/move-clock.ts'
import { streamAdvance } from '../control/progress.ts'
import { nowOf } from '../gateway.ts'
import { addMonths, dayOf, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Step } from './views/clock-panel.ts'

/** Moves the clock by the page's form; with a script it streams the progress, otherwise it returns at the end. */
export async function moveByForm(
  control: Control,
  merchant: Merchant,
  given: Readonly<Record<string, string>>,
  isScript: boolean,
): Promise<Readable | null> {
  const journey = journeyOf(nowOf(control.gateway, merchant), given)
  if (isScript) return streamAdvance(control, merchant, journey)
  await moveClock(control, merchant, journey)
  return null
}

/** @throws {ControlError} */
function journeyOf(now: number, { by = '', to = '' }: Readonly<Record<string, string>>): Journey {
  const journeys: Readonly<Record<Step, Journey>> = {
    hour: { hours: 1 },
    day: { days: 1 },
    week: { days: 7 },
    month: { to: monthsAfter(now, 1) },
    year: { to: monthsAfter(now, 12) },
    due: { nextDue: true },
    cycle: { cycles: 1 },
  }
  const journey = Object.entries(journeys).find(([step]) => step === by)?.[1]
  if (journey !== undefined) return journey
  if (by === 'to' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(to)) return { to: `${to.slice(0, 16)}:00Z` }
  throw new ControlError('INVALID', 'Enter a duration or a time to move the clock to.')
}

/** The time of day of `now`, months later. */
function monthsAfter(now: number, months: number): string {
  const timeOfDay = now - momentOf(dayOf(now))
  return new Date(momentOf(addMonths(dayOf(now), months)) + timeOfDay).toISOString()
}
