import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Tenant } from '../session/use-tenant.ts'
import { PaletteField } from './palette-field.tsx'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((it) => ({ default: it.CommandPalette })),
)

type PaletteDialogProps = {
  readonly tenant: Tenant
  readonly section: string
  readonly onClose: () => void
}

/**
 * Pages, programs, people and accounts by typing. The field is there at once and what is typed is kept here, because the
 * palette itself is loaded when it is first opened.
 */
export function PaletteDialog({ tenant, section, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  // Before the browser handles the next key, and after the field is part of the page: a closed dialog takes no focus.
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Command palette"
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[12vh] mb-auto w-[calc(100%-2rem)] max-w-xl rounded-xl bg-surface text-text shadow-floating"
    >
      <Suspense fallback={<PaletteField value={typed} onChange={setTyped} />}>
        <CommandPalette tenant={tenant} section={section} typed={typed} onType={setTyped} onClose={onClose} />
      </Suspense>
    </dialog>
  )
}
