import type { StaffInvitation } from '@goodword/client'
import { Mail } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { useToast } from '../../../components/toast.tsx'
import { roleName } from '../../../session/role-words.ts'
import { useRole } from '../../../session/use-role.ts'

const columns: readonly Column<StaffInvitation>[] = [
  {
    name: 'email',
    label: 'E-mail address',
    isTitle: true,
    cell: (it) => <span className="break-all">{it.email}</span>,
  },
  { name: 'role', label: 'Role', cell: (it) => roleName(it.role) },
  { name: 'by', label: 'Invited by', cell: (it) => <span className="break-all">{inviterOf(it)}</span> },
  { name: 'created', label: 'Invited', cell: (it) => <DateTime at={it.dateCreated} /> },
  { name: 'expires', label: 'Valid until', cell: (it) => <DateTime at={it.dateExpires} /> },
]

/** Who was invited and has not accepted yet. */
export function Invitations() {
  const invitations = useOperation('listStaffInvitations', undefined)
  const { isOwner } = useRole()
  const showToast = useToast()
  const withdraw = useMutationOf('withdrawStaffInvitation', {
    onSuccess: () => showToast({ text: 'The invitation is withdrawn. Its link no longer works.' }),
  })
  const action: Column<StaffInvitation> = {
    name: 'actions',
    label: 'Actions',
    cell: ({ id, email }) => (
      <Button
        aria-label={`Withdraw the invitation of ${email}`}
        isBusy={withdraw.isPending && withdraw.variables?.params.invitationId === id}
        onClick={() =>
          withdraw.mutate(
            { params: { invitationId: id } },
            { onError: (error) => showToast({ text: problemOf(error).text, kind: 'danger' }) },
          )
        }
      >
        Withdraw
      </Button>
    ),
  }
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 text-base font-semibold">
        Open invitations
      </h2>
      {invitations.isError ? (
        <ErrorState error={invitations.error} onRetry={invitations.refetch} />
      ) : (
        <DataTable
          label="Open invitations"
          columns={isOwner ? [...columns, action] : columns}
          rows={invitations.data?.invitations}
          keyOf={(it) => it.id}
          empty={
            <EmptyState icon={<Mail />} title="No open invitations">
              An invitation stands here until the person accepts it or seven days have passed.
            </EmptyState>
          }
        />
      )}
    </section>
  )
}

/** `staff <id> <e-mail>` is shown by the e-mail alone. */
function inviterOf({ invitedBy }: StaffInvitation): string {
  return /^staff \S+ (.+)$/.exec(invitedBy)?.[1] ?? invitedBy
}
