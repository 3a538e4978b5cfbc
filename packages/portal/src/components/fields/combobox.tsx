import { Command } from 'cmdk'
import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import { useFloatingContainer } from '../floating-container.ts'
import { Field, type FieldProps } from './field.tsx'
import type { Option } from './select.tsx'

type ComboboxProps = FieldProps & {
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (value: string) => void
}

/** `<Combobox label="Time zone" options={zones} value={zone} onChange={setZone} />`: a choice among many, found by typing. */
export function Combobox({ options, value, onChange, ...field }: ComboboxProps) {
  const chosen = options.find((it) => it.value === value)
  return (
    <Picker
      {...field}
      shown={
        <span className={chosen === undefined ? 'truncate text-soft' : 'truncate'}>
          {chosen?.label ?? 'Choose …'}
        </span>
      }
      look="w-(--radix-popover-trigger-width) min-w-56"
    >
      {(close) => (
        <Command label={field.label} defaultValue={value ?? ''}>
          <Command.Input placeholder="Type to search …" className="control mb-1" />
          <Command.List className="max-h-64 overflow-y-auto">
            <Command.Empty className="px-2.5 py-2 text-soft">Nothing fits.</Command.Empty>
            {options.map((it) => (
              <Command.Item
                key={it.value}
                value={it.value}
                keywords={[it.label]}
                onSelect={() => {
                  onChange(it.value)
                  close()
                }}
                className="menu-item"
              >
                {it.label}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      )}
    </Picker>
  )
}

type PickerProps = FieldProps & {
  /** What the button shows. */
  readonly shown: ReactNode
  /** The classes of the width of what opens. */
  readonly look: string
  readonly children: (close: () => void) => ReactNode
}

/** A button in the shape of a field, which opens what to choose from. */
export function Picker({ shown, look, children, ...field }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Field {...field}>
        {({ name: _, ...control }) => (
          <Popover.Trigger asChild>
            <button
              {...control}
              type="button"
              className="control flex items-center justify-between gap-2 text-left"
            >
              {shown}
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-soft" />
            </button>
          </Popover.Trigger>
        )}
      </Field>
      <Popover.Portal container={container}>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label={field.label}
          className={classes('floating z-40 p-1', look)}
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
