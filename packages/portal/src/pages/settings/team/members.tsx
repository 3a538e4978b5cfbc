import type { StaffMember } from '@goodword/client'
import { changeStaffRole } from '@goodword/contract/staff/endpoints'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { Form } from '../../../components/fields/form.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { FormActions } from '../../../components/overlays/form-actions.tsx'
import { Menu } from '../../../components/overlays/menu.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { Faced } from '../../../components/texts/avatar.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { roleChoices, roleName } from '../../../session/role-words.ts'
import { useRole, useSession } from '../../../session/use-session.ts'

type Question = { readonly action: 'role' | 'remove'; readonly member: StaffMember }

export function Members() {
  const team = useOperation('listStaff', undefined)
  const { isOwner } = useRole()
  const { staff } = useSession()
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  if (team.isError) return <ErrorState error={team.error} onRetry={team.refetch} />
  const columns: readonly Column<StaffMember>[] = [
    { name: 'name', label: 'Name', isTitle: true, cell: (it) => <MemberName member={it} ownId={staff.id} /> },
    { name: 'role', label: 'Role', cell: (it) => roleName(it.role) },
    { name: 'second', label: 'Sign-in', cell: signInText },
    {
      name: 'last',
      label: 'Last sign-in',
      cell: (it) => <DateTime at={it.dateLastSignIn} />,
    },
    { name: 'joined', label: 'Joined', cell: (it) => <DateTime at={it.dateJoined} isDay /> },
    ...(isOwner ? [actionsColumn(setQuestion)] : []),
  ]
  return (
    <>
      <DataTable
        label="Members"
        columns={columns}
        rows={team.data?.staff}
        usualRows={2}
        keyOf={(it) => it.id}
        empty={null}
      />
      <Dialog
        isOpen={question?.action === 'role'}
        onClose={close}
        title={`Role of ${question?.member.name ?? 'a member'}`}
      >
        {question !== null && <RoleForm member={question.member} onClose={close} />}
      </Dialog>
      <RemoveMemberDialog member={question?.action === 'remove' ? question.member : null} onClose={close} />
    </>
  )
}

function actionsColumn(ask: (question: Question) => void): Column<StaffMember> {
  return {
    name: 'actions',
    label: 'Actions',
    cell: (member) => (
      <Menu
        trigger={<IconButton label={`Actions for ${member.name}`} icon={<Ellipsis />} />}
        groups={[
          {
            items: [
              { label: 'Change the role …', onSelect: () => ask({ action: 'role', member }) },
              { label: 'Remove …', isDanger: true, onSelect: () => ask({ action: 'remove', member }) },
            ],
          },
        ]}
      />
    ),
  }
}

function MemberName({ member, ownId }: { readonly member: StaffMember; readonly ownId: string }) {
  return (
    <Faced name={member.name}>
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="break-all">{member.name}</bdi>
        {member.id === ownId && <Badge tone="info">You</Badge>}
      </span>
      <span className="block font-normal break-all text-soft">{member.email}</span>
    </Faced>
  )
}

function signInText({ hasPassword, hasTwoFactor, passkeys }: StaffMember) {
  if (passkeys > 0) return 'Passkey'
  if (!hasPassword) return 'No password'
  return hasTwoFactor ? 'Two factors' : <Badge tone="warning">Password only</Badge>
}

function RoleForm({ member, onClose }: { readonly member: StaffMember; readonly onClose: () => void }) {
  const [role, setRole] = useState(member.role)
  const change = useMutationWithToast('changeStaffRole', { done: 'The role is changed.', onSuccess: onClose })
  return (
    <Form
      onSubmit={() => change.mutate({ params: { staffId: member.id }, body: { role } })}
      error={change.error}
      label="Role"
      rules={bodyRules(changeStaffRole.body, { role })}
    >
      <RadioGroup label="Role" name="role" options={roleChoices} value={role} onChange={setRole} />
      <p className="text-soft">It takes effect with the next click of the person.</p>
      <FormActions
        action="Change the role"
        isBusy={change.isPending}
        onClose={onClose}
        disabled={role === member.role}
      />
    </Form>
  )
}

type RemoveMemberDialogProps = { readonly member: StaffMember | null; readonly onClose: () => void }

function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps) {
  const remove = useMutationWithToast('removeStaff', { done: 'The person is removed.', onSuccess: onClose })
  return (
    <ConfirmDialog
      isOpen={member !== null}
      onClose={onClose}
      title={`Remove ${member?.name ?? 'the person'}?`}
      action="Remove the person"
      mutation={remove}
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
