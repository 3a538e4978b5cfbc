import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { daysLater, monthsLater, startOfWeek, textOfDay, weeksOf } from '../../format/days.ts'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'

type CalendarProps = {
  /** A day such as `2026-03-01`; null for none. */
  readonly value: string | null
  /** The present day of the program. */
  readonly today: string
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
  readonly onChoose: (day: string) => void
}

/** `<Calendar value={day} today={today} onChoose={setDay} />`: the days of a month; arrow keys move, Page Up and Down turn, by a year with Shift. */
export function Calendar({ value, today, minimum, maximum, onChoose }: CalendarProps) {
  const [day, setDay] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(true)
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const turn = (months: number) => {
    isByKey.current = false
    setDay(monthsLater(day, months))
  }
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event, day)
    if (next === null) return
    event.preventDefault()
    isByKey.current = true
    setDay(next)
  }
  const weeks = weeksOf(day, FIRST_WEEKDAY)
  const month = textOfDay(day, { month: 'long', year: 'numeric' })
  return (
    <div className="w-66 p-2">
      <div className="mb-1 flex items-center justify-between">
        <IconButton label="Previous month" icon={<ChevronLeft />} onClick={() => turn(-1)} />
        <strong aria-live="polite" className="font-semibold">
          {month}
        </strong>
        <IconButton label="Next month" icon={<ChevronRight />} onClick={() => turn(1)} />
      </div>
      <table ref={grid} aria-label={month} onKeyDown={move} className="w-full text-center">
        <thead>
          <tr>
            {(weeks[0] ?? []).map((it) => (
              <th key={it} scope="col" className="py-1 text-xs font-medium text-soft">
                <abbr title={textOfDay(it, { weekday: 'long' })} className="no-underline">
                  {textOfDay(it, { weekday: 'narrow' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((it) => (
                <td key={it}>
                  <button
                    type="button"
                    data-day={it}
                    tabIndex={it === day ? 0 : -1}
                    aria-label={textOfDay(it, { dateStyle: 'full' })}
                    aria-pressed={it === value}
                    aria-current={it === today ? 'date' : undefined}
                    disabled={(minimum ?? it) > it || (maximum ?? it) < it}
                    onClick={() => onChoose(it)}
                    className={classes(
                      'size-9 rounded-md hover:bg-hover disabled:text-soft disabled:line-through',
                      !it.startsWith(day.slice(0, 7)) && 'text-soft',
                      it === today && 'font-semibold outline-1 -outline-offset-1 outline-accent',
                      it === value && 'bg-accent text-on-accent hover:bg-accent',
                    )}
                  >
                    {Number(it.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => onChoose(today)} className="mt-1 w-full menu-item justify-center">
        Today, {textOfDay(today, { dateStyle: 'medium' })}
      </button>
    </div>
  )
}

/** 1 for Monday to 7 for Sunday; some browsers do not know what a language has. */
const FIRST_WEEKDAY = firstWeekday()

function firstWeekday(): number {
  // Not `navigator.language`, which may be a text that this constructor refuses, such as `en-US@posix`.
  const locale: unknown = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale)
  const { getWeekInfo } = locale as { readonly getWeekInfo?: () => { readonly firstDay: number } }
  return getWeekInfo?.call(locale).firstDay ?? 1
}

function dayByKey({ key, shiftKey }: KeyboardEvent, day: string): string | null {
  const months = shiftKey ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return daysLater(day, -1)
    case 'ArrowRight':
      return daysLater(day, 1)
    case 'ArrowUp':
      return daysLater(day, -7)
    case 'ArrowDown':
      return daysLater(day, 7)
    case 'PageUp':
      return monthsLater(day, -months)
    case 'PageDown':
      return monthsLater(day, months)
    case 'Home':
      return startOfWeek(day, FIRST_WEEKDAY)
    case 'End':
      return daysLater(startOfWeek(day, FIRST_WEEKDAY), 6)
    default:
      return null
  }
}
