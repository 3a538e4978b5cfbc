import { createContext, useContext } from 'react'
import { useNow } from '../program-clock.ts'

/** The time zone of the program of the page. */
export const TimeZone = createContext('UTC')

type DateTimeProps = {
  /** Milliseconds since the epoch; null shows `–`. */
  readonly at: number | null
  /** Only the day. */
  readonly isDay?: boolean
}

/** `<DateTime at={referral.dateConverted} />`: in the program's time zone; its title says how long ago it was. */
export function DateTime({ at, isDay = false }: DateTimeProps) {
  const timeZone = useContext(TimeZone)
  const now = useNow()
  if (at === null) return <span>–</span>
  const format = new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(isDay ? {} : { timeStyle: 'short' }),
    timeZone,
  })
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={`${relativeText(at, now())} (${timeZone})`}
      className="whitespace-nowrap"
    >
      {format.format(at)}
    </time>
  )
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `3 days ago`, `in 2 hours`. */
function relativeText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const step = steps.find(([, lengthMs]) => Math.abs(at - now) >= lengthMs)
  return step === undefined
    ? format.format(Math.round((at - now) / 1000), 'second')
    : format.format(Math.round((at - now) / step[1]), step[0])
}
