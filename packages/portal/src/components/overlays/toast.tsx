import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'

type ToastMessage = {
  readonly text: string
  /** Undoes the last action, while the toast is shown. */
  readonly onUndo?: () => void
  readonly kind?: 'good' | 'danger'
}

type ShownToast = ToastMessage & { readonly id: number }

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined)

/** `const showToast = useToast()`, then `showToast({ text: 'Webhook deleted', onUndo })`. F8 moves the focus to it. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext)
}

const SHOWN_MS = 6000
/** Long enough to read it, find the button and press it. */
const UNDO_MS = 12_000

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const lastId = useRef(0)
  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1
    const id = lastId.current
    // Only what still asks for something stays beside a newer message: an undo, or that it failed.
    setToasts((shown) => [
      ...shown.filter(({ onUndo, kind }) => onUndo !== undefined || kind === 'danger').slice(-2),
      { ...message, id },
    ])
  }, [])
  const remove = (id: number) => setToasts((shown) => shown.filter((it) => it.id !== id))
  return (
    <>
      <ToastContext value={show}>{children}</ToastContext>
      <Messages toasts={toasts} onClose={remove} />
    </>
  )
}

type MessagesProps = { readonly toasts: readonly ShownToast[]; readonly onClose: (id: number) => void }

function Messages({ toasts, onClose }: MessagesProps) {
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [round, setRound] = useState(0)
  const isEmpty = toasts.length === 0
  useEffect(() => {
    if (!isEmpty) return
    // A person who closed the last one by keyboard continues where they were.
    const isFocused = list.current?.contains(document.activeElement) === true
    if (isFocused && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    // The library stops its timers while the focus is in the list, and does not notice that it leaves an empty one: later
    // messages would stay for ever. So each list begins anew.
    setRound((it) => it + 1)
  }, [isEmpty])
  return (
    <Radix.Provider key={round} swipeDirection="right">
      {/* Room below the page, so that its last controls can be scrolled out from behind the messages. */}
      <div aria-hidden="true" style={{ height: isEmpty ? 0 : `${toasts.length * 4.5}rem` }} />
      {toasts.map((it) => (
        <OneToast key={it.id} {...it} onClose={() => onClose(it.id)} />
      ))}
      <Radix.Viewport
        ref={list}
        onFocus={({ relatedTarget }) => {
          if (list.current?.contains(relatedTarget) === false) cameFrom.current = relatedTarget
        }}
        className="fixed right-4 bottom-4 z-50 flex w-[calc(100%-2rem)] max-w-96 flex-col gap-2 outline-none"
      />
    </Radix.Provider>
  )
}

function OneToast({ text, onUndo, kind = 'good', onClose }: ShownToast & { readonly onClose: () => void }) {
  return (
    <Radix.Root
      type={kind === 'danger' ? 'foreground' : 'background'}
      duration={onUndo === undefined ? SHOWN_MS : UNDO_MS}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="floating flex items-center gap-3 py-2 pr-2 pl-4"
    >
      <Radix.Description className={kind === 'danger' ? 'flex-1 text-danger' : 'flex-1'}>
        {text}
      </Radix.Description>
      {onUndo !== undefined && (
        <Radix.Action altText="Undo it with the button in the message" asChild>
          <Button onClick={onUndo}>Undo</Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton label="Dismiss" icon={<X />} />
      </Radix.Close>
    </Radix.Root>
  )
}
