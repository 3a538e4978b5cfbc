import { CalendarDays, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { classes } from '../../components/classes.ts'
import { Calendar } from '../../components/fields/calendar.tsx'
import { useFloatingContainer } from '../../components/floating-container.ts'
import { dayText } from './day-text.ts'
import { type Range, type RangeSearch, rangeNames } from './range.ts'

const words: Readonly<Record<(typeof rangeNames)[number], string>> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  month: 'This month',
}

type RangeFieldProps = {
  readonly search: RangeSearch
  readonly range: Range
  readonly today: string
  readonly onChange: (search: RangeSearch) => void
}

/** The days that the figures are of: one of the usual ranges, or a first and a last day chosen from a calendar. */
export function RangeField({ search, range: { from, to }, today, onChange }: RangeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [first, setFirst] = useState<string | null>(null)
  const container = useFloatingContainer(isOpen)
  const chosen = search.range ?? '30d'
  const days = from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
  const close = (next: RangeSearch) => {
    onChange(next)
    setFirst(null)
    setOpen(false)
  }
  const chooseDay = (day: string) => {
    if (first === null) setFirst(day)
    else close({ range: 'own', from: day < first ? day : first, to: day < first ? first : day })
  }
  const changeOpen = (next: boolean) => {
    setOpen(next)
    setFirst(null)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={changeOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="control flex w-auto items-center gap-2 hover:bg-hover">
          <CalendarDays aria-hidden className="size-4 text-soft" />
          <span className="sr-only">Range: </span>
          {chosen === 'own' ? days : words[chosen]}
          {chosen !== 'own' && <span className="text-soft max-sm:hidden">{days}</span>}
          <ChevronDown aria-hidden className="size-4 text-soft" />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Range"
          className="floating z-40 flex max-sm:flex-col"
        >
          <ul className="flex flex-col gap-0.5 border-line p-2 max-sm:border-b sm:w-40 sm:border-r">
            {rangeNames.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={name === chosen}
                  onClick={() => close({ range: name })}
                  className={classes(
                    'menu-item w-full text-left hover:bg-hover',
                    name === chosen && 'bg-accent-soft font-medium',
                  )}
                >
                  {words[name]}
                </button>
              </li>
            ))}
          </ul>
          <div>
            <p aria-live="polite" className="px-4 pt-3 text-xs text-soft">
              {first === null ? 'Or choose the first day' : `From ${dayText(first)}: choose the last day`}
            </p>
            <Calendar value={first ?? to} today={today} maximum={today} onChoose={chooseDay} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
