import { Tooltip as Radix } from 'radix-ui'
import { type ReactElement, useState } from 'react'
import { useFloatingContainer } from './floating-container.ts'

type TooltipProps = { readonly text: string; readonly children: ReactElement }

/** `<Tooltip text="Referrals that converted"><span tabIndex={0}>…</span></Tooltip>`: for text that is not needed to go on. */
export function Tooltip({ text, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  return (
    <Radix.Root delayDuration={400} open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded-md bg-text px-2 py-1 text-xs text-page"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const TooltipProvider = Radix.Provider
