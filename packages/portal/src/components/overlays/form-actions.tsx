import { Button } from '../button.tsx'

type FormActionsProps = {
  /** The verb and noun of the button that submits. */
  readonly action: string
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly disabled?: boolean
  readonly kind?: 'primary' | 'danger'
}

/** `<FormActions action="Save the person" isBusy={save.isPending} onClose={onClose} />`: at the end of a form in a dialog. */
export function FormActions({ action, isBusy, onClose, disabled, kind = 'primary' }: FormActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" kind={kind} isBusy={isBusy} disabled={disabled}>
        {action}
      </Button>
    </div>
  )
}
