import { type ReactNode, useState } from 'react'
import { TextField } from '../fields/text-field.tsx'
import { ErrorState } from '../texts/error-state.tsx'
import { Dialog } from './dialog.tsx'
import { FormActions } from './form-actions.tsx'

type ConfirmDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A question that names the thing: "Delete the webhook to shop.example.com?" */
  readonly title: string
  /** The consequences, with counts, and whether they can be undone. */
  readonly children: ReactNode
  /** The verb and noun of the button: "Delete the webhook". */
  readonly action: string
  readonly onConfirm: () => void
  /** What `onConfirm` begins: the dialog shows that it is under way, or why it failed. */
  readonly mutation?: { readonly isPending: boolean; readonly error: unknown }
  /** The text that the person has to type to confirm, for large changes that cannot be undone. */
  readonly typed?: string
  readonly isDanger?: boolean
  /** The words of the button that does nothing, where "Cancel" could be mistaken. */
  readonly dismiss?: string
}

/** `<ConfirmDialog title="Erase 120 referrals?" action="Erase test data" typed={alias} …>What will happen …</ConfirmDialog>` */
export function ConfirmDialog({ isOpen, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Question {...rest} onClose={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that typed values are gone when it closes. */
function Question({
  onClose,
  children,
  action,
  onConfirm,
  mutation = { isPending: false, error: null },
  typed,
  isDanger = true,
  dismiss,
}: Omit<ConfirmDialogProps, 'isOpen' | 'title'>) {
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !mutation.isPending) onConfirm()
      }}
    >
      <div className="flex flex-col gap-2">{children}</div>
      {typed !== undefined && (
        <TextField
          label={`Type ${typed} to confirm`}
          value={text}
          onChange={setText}
          isCode
          autoComplete="off"
        />
      )}
      {mutation.error !== null && <ErrorState error={mutation.error} />}
      <FormActions
        {...{ action, dismiss, onClose }}
        kind={isDanger ? 'danger' : 'primary'}
        isBusy={mutation.isPending}
        disabled={!isReady}
      />
    </form>
  )
}
