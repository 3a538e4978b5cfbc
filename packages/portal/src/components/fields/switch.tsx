import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { Hint } from './field.tsx'

type SwitchProps = {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly hint?: ReactNode
}

/** `<Switch label="Program is on" isOn={on} onChange={setOn} />`: for what takes effect at once; else a checkbox. */
export function Switch({ label, isOn, onChange, hint }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint !== undefined && <Hint id={`${id}-hint`} label={label} hint={hint} />}
      </div>
      <Radix.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-strong-line bg-neutral-soft px-0.5 transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Radix.Thumb className="size-4.5 rounded-full bg-strong-line transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
    </div>
  )
}
