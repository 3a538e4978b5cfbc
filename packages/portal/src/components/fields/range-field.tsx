import { CalendarDays, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useContext, useState } from 'react'
import { dayText } from '../../format/days.ts'
import { todayIn } from '../../format/zoned-time.ts'
import { classes } from '../classes.ts'
import { useFloatingContainer } from '../floating-container.ts'
import { useNow } from '../program-clock.ts'
import { TimeZone } from '../texts/date-time.tsx'
import { Calendar } from './calendar.tsx'

type RangeFieldProps<Name extends string> = {
  /** The subject of the days: "Range", "Made". */
  readonly label: string
  /** What the button shows. */
  readonly children: ReactNode
  readonly names: Readonly<Record<Name, string>>
  /** The usual range that is chosen; null for days of a calendar. */
  readonly chosen: Name | null
  /** The day that the calendar begins with. */
  readonly shownDay: string | undefined
  readonly maximum?: string
  readonly onChooseName: (name: Name) => void
  readonly onChooseDays: (from: string, to: string) => void
}

/** One of the usual ranges of days, or a first and a last day chosen from a calendar; both are included. */
export function RangeField<Name extends string>(props: RangeFieldProps<Name>) {
  const { label, children, names, chosen, shownDay, maximum, onChooseName, onChooseDays } = props
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState<string | null>(null)
  const container = useFloatingContainer(isOpen)
  const today = useToday()
  const changeOpen = (next: boolean) => {
    setOpen(next)
    setFirst(null)
  }
  const chooseDay = (day: string) => {
    if (first === null) return setFirst(day)
    changeOpen(false)
    onChooseDays(day < first ? day : first, day < first ? first : day)
  }
  // The names are the keys of the record.
  const ranges = Object.keys(names) as Name[]
  return (
    <Popover.Root open={isOpen} onOpenChange={changeOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="control flex w-auto items-center gap-2 hover:bg-hover">
          <CalendarDays aria-hidden className="size-4 text-soft" />
          {children}
          <ChevronDown aria-hidden className="ml-auto size-4 text-soft" />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="floating z-40 flex max-h-(--radix-popover-content-available-height) overflow-y-auto max-sm:flex-col"
        >
          <ul className="grid content-start gap-0.5 border-line p-2 max-sm:grid-cols-2 max-sm:border-b sm:w-40 sm:border-r">
            {ranges.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={name === chosen}
                  onClick={() => {
                    changeOpen(false)
                    onChooseName(name)
                  }}
                  className={classes(
                    'menu-item w-full text-left hover:bg-hover',
                    name === chosen && 'bg-accent-soft font-medium',
                  )}
                >
                  {names[name]}
                </button>
              </li>
            ))}
          </ul>
          <div>
            <p aria-live="polite" className="px-4 pt-3 text-xs text-soft">
              {first === null ? 'Or choose the first day' : `From ${dayText(first)}: choose the last day`}
            </p>
            <Calendar
              value={first ?? shownDay ?? null}
              today={today}
              maximum={maximum}
              onChoose={chooseDay}
            />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The present day of the program. */
export function useToday(): string {
  const timeZone = useContext(TimeZone)
  return todayIn(timeZone, useNow()())
}
