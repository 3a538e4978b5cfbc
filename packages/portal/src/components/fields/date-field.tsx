import { CalendarDays } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useState } from 'react'
import { useFloatingContainer } from '../floating-container.ts'
import { Calendar } from './calendar.tsx'
import { Field, type FieldProps } from './field.tsx'
import { useToday } from './range-field.tsx'

type DateFieldProps = FieldProps & {
  /** A day as `2026-03-01`, or with `hasTime` a minute as `2026-03-01T12:30`; null for none. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly hasTime?: boolean
  readonly minimum?: string
}

/**
 * `<DateField label="From" value={from} onChange={setFrom} />`, in a form: typed into the browser's own field, or chosen from a calendar.
 * The calendar is ours, because that of the browser has the day of this machine as today, and not that of the program.
 */
export function DateField({ value, onChange, hasTime = false, minimum, ...field }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  const today = useToday()
  const choose = (day: string) => {
    onChange(hasTime ? `${day}T${value?.slice(11) ?? '00:00'}` : day)
    setOpen(false)
  }
  const openByKey = (event: KeyboardEvent) => {
    const isAsked = event.key === 'F4' || event.key === ' ' || (event.altKey && event.key === 'ArrowDown')
    if (!isAsked) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Field {...field}>
      {(control) => (
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Anchor className="relative">
            <input
              {...control}
              type={hasTime ? 'datetime-local' : 'date'}
              value={value ?? ''}
              min={minimum}
              onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
              onKeyDown={openByKey}
              // Some browsers open their own calendar by a click. On a phone it is also where the time is chosen.
              onClick={(event) => !hasTime && event.preventDefault()}
              className="control pr-9 [&::-webkit-calendar-picker-indicator]:hidden"
            />
            <Popover.Trigger asChild>
              <button
                type="button"
                aria-label="Open the calendar"
                className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-soft hover:text-text"
              >
                <CalendarDays aria-hidden className="size-4" />
              </button>
            </Popover.Trigger>
          </Popover.Anchor>
          <Popover.Portal container={container}>
            <Popover.Content
              align="end"
              sideOffset={4}
              collisionPadding={8}
              aria-label={field.label}
              className="floating z-40"
              // The calendar focuses its day itself.
              onOpenAutoFocus={(event) => event.preventDefault()}
            >
              <Calendar
                value={value?.slice(0, 10) ?? null}
                today={today}
                minimum={minimum?.slice(0, 10)}
                onChoose={choose}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  )
}
