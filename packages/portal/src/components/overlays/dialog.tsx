import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { FloatingContainer } from '../floating-container.ts'
import { IconButton } from '../icon-button.tsx'

export type DialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons at the bottom, the main one last. A form has its own instead. */
  readonly actions?: ReactNode
  readonly size?: 'normal' | 'wide'
}

/** `<Dialog isOpen={isOpen} onClose={close} title="Add a webhook">…</Dialog>`: the browser's own modal dialog. */
export function Dialog({ size = 'normal', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      look={classes(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-xl',
        size === 'normal' ? 'max-w-lg' : 'max-w-3xl',
      )}
    />
  )
}

/** `<Drawer isOpen={…} onClose={…} title="Filters">…</Drawer>`: at the right edge, for details beside a list. */
export function Drawer({ size = 'normal', ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      look={classes(
        'mr-0 ml-auto h-dvh max-h-none w-full rounded-l-xl',
        size === 'normal' ? 'max-w-md' : 'max-w-2xl',
      )}
    />
  )
}

function Modal({
  isOpen,
  onClose,
  title,
  children,
  actions,
  look,
}: Omit<DialogProps, 'size'> & { readonly look: string }) {
  const [element, setElement] = useState<HTMLDialogElement | null>(null)
  const id = useId()
  useEffect(() => {
    if (element === null) return
    if (isOpen && !element.open) {
      element.showModal()
      focusContent(element)
    }
    if (!isOpen && element.open) element.close()
  }, [element, isOpen])
  return (
    <dialog
      ref={setElement}
      aria-labelledby={id}
      onClose={onClose}
      // A click on the backdrop has the dialog itself as its target.
      onMouseDown={(event) => event.target === element && element?.close()}
      className={classes('bg-surface text-text shadow-floating', look)}
    >
      {isOpen && (
        <FloatingContainer value={element}>
          <div className="flex max-h-[inherit] flex-col">
            <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
              <h2 id={id} tabIndex={-1} className="text-base font-semibold outline-none">
                {title}
              </h2>
              <IconButton label="Close" icon={<X />} onClick={() => element?.close()} />
            </div>
            <div className="overflow-y-auto px-5 py-4">{children}</div>
            {actions !== undefined && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
            )}
          </div>
        </FloatingContainer>
      )}
    </dialog>
  )
}

/** The browser would focus the button that closes it: the first field is better, else the title. */
function focusContent(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>('input:not(:disabled), select, textarea')
  const target = field ?? dialog.querySelector<HTMLElement>('h2')
  target?.focus()
}
