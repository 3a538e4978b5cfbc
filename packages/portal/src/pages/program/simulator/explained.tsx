import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { useFloatingContainer } from '../../../components/floating-container.ts'
import type { Explanation } from './explain.ts'

type ExplainedProps = { readonly explanation: Explanation; readonly children: ReactNode }

/** `<Explained explanation={…}>$18.00</Explained>`: a number that shows how it came about: on hover, focus or a click. */
export function Explained({ explanation, children }: ExplainedProps) {
  const [isOpen, setOpen] = useState(false)
  const container = useFloatingContainer(isOpen)
  const id = useId()
  const { title, steps, sentence } = explanation
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-describedby={isOpen ? id : undefined}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={(event) => {
            // A click keeps open what the pointer opened.
            event.preventDefault()
            setOpen(true)
          }}
          className="cursor-help underline decoration-dotted decoration-1 underline-offset-4"
        >
          {children}
        </button>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="floating z-40 w-80 max-w-[calc(100vw-1rem)] px-4 py-3 text-left text-xs"
        >
          <div id={id}>
            <p className="mb-1.5 font-semibold">{title}</p>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
              {steps.map(({ label, amount }, index) => (
                <div
                  key={label}
                  className={classes('contents', index === steps.length - 1 && '[&>*]:font-medium')}
                >
                  <dt className="text-soft">{label}</dt>
                  <dd className="text-right">{amount}</dd>
                </div>
              ))}
            </dl>
            {sentence !== null && <p className="mt-1.5 text-soft">{sentence}</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
