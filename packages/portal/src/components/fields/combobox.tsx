import { Command } from 'cmdk'
import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useFloatingContainer } from '../floating-container.ts'
import { Field, type FieldProps } from './field.tsx'
import type { Option } from './select.tsx'

type ComboboxProps = FieldProps & {
  readonly options: readonly Option[]
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** `<Combobox label="Time zone" options={zones} value={zone} onChange={setZone} />`: a choice among many, found by typing. */
export function Combobox({
  options,
  value,
  onChange,
  placeholder = 'Choose …',
  disabled = false,
  ...field
}: ComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  const chosen = options.find((it) => it.value === value)
  const choose = (next: string) => {
    onChange(next)
    setOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Field {...field}>
        {({ name: _, ...control }) => (
          <Popover.Trigger asChild>
            <button
              {...control}
              type="button"
              disabled={disabled}
              className="control flex items-center justify-between gap-2 text-left"
            >
              <span className={chosen === undefined ? 'truncate text-soft' : 'truncate'}>
                {chosen?.label ?? placeholder}
              </span>
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
          className="floating z-40 w-(--radix-popover-trigger-width) min-w-56 p-1"
        >
          <Command label={field.label} defaultValue={value ?? ''}>
            <Command.Input placeholder="Type to search …" className="control mb-1" />
            <Command.List className="max-h-64 overflow-y-auto">
              <Command.Empty className="px-2.5 py-2 text-soft">Nothing fits.</Command.Empty>
              {options.map((it) => (
                <Command.Item
                  key={it.value}
                  value={it.value}
                  keywords={[it.label]}
                  onSelect={() => choose(it.value)}
                  className="menu-item"
                >
                  {it.label}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
