import type { StaffMember } from '@goodword/client'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'

type Props = { readonly member: StaffMember | null; readonly onClose: () => void }

export function RemoveMemberDialog({ member, onClose }: Props) {
  const showToast = useToast()
  const remove = useMutationOf('removeStaff', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The person is removed.' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={member !== null}
      onClose={onClose}
      title={`Remove ${member?.name ?? 'the person'}?`}
      action="Remove the person"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => member !== null && remove.mutate({ params: { staffId: member.id } })}
    >
      <p>
        <span className="break-all">{member?.email}</span> loses access to all programs of the company at
        once. What the person did stays in the audit log, and keys that they created keep working. To let the
        person back in, invite them again.
      </p>
    </ConfirmDialog>
  )
}
