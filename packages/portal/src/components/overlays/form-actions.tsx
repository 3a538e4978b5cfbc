import { Button } from '../button.tsx'

type FormActionsProps = {
  /** The verb and noun of the button that submits. */
  readonly action: string
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly disabled?: boolean
  readonly kind?: 'primary' | 'danger'
  /** The words of the button that does nothing, where "Cancel" could be mistaken. */
  readonly dismiss?: string | undefined
}

/** `<FormActions action="Save the person" isBusy={save.isPending} onClose={onClose} />`: at the end of a form in a dialog. */
export function FormActions({
  action,
  isBusy,
  onClose,
  dismiss = 'Cancel',
  disabled,
  kind = 'primary',
}: FormActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>{dismiss}</Button>
      <Button type="submit" kind={kind} isBusy={isBusy} disabled={disabled}>
        {action}
      </Button>
    </div>
  )
}
