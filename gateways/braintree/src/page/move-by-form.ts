import type { Readable } from 'node:stream'
import { ControlError } from '@goodword/sandbox/control/control-error'
import { moveClock } from '@goodword/sandbox/control/move-clock'
import { streamAdvance } from '@goodword/sandbox/control/progress'
import type { Control } from '../control/control.ts'
import { goalOf, type Journey } from '../control/journey.ts'
import { nowOf } from '../gateway.ts'
import { addMonths, dayOf, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import type { steps } from './layout.ts'

/** Moves the clock by the page's form; with a script it streams the progress, otherwise it returns at the end. */
export async function moveByForm(
  control: Control,
  merchant: Merchant,
  given: Readonly<Record<string, string>>,
  isScript: boolean,
): Promise<Readable | null> {
  const journey = journeyOf(nowOf(control.gateway, merchant), given)
  const goal = () => goalOf(control.gateway, merchant, journey)
  if (isScript) return streamAdvance(control, merchant, goal)
  await moveClock(control, merchant, goal)
  return null
}

/** @throws {ControlError} */
function journeyOf(now: number, { by = '', to = '' }: Readonly<Record<string, string>>): Journey {
  const journeys: Readonly<Record<keyof typeof steps, Journey>> = {
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
