import type { StaffMember } from '@goodword/client'
import { changeStaffRole } from '@goodword/contract/endpoints/staff'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Form } from '../../../components/form.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { useToast } from '../../../components/toast.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { roleChoices } from '../../../session/role-words.ts'

type Props = { readonly member: StaffMember | null; readonly onClose: () => void }

export function ChangeRoleDialog({ member, onClose }: Props) {
  return (
    <Dialog isOpen={member !== null} onClose={onClose} title={`Role of ${member?.name ?? 'a member'}`}>
      {member !== null && <RoleForm member={member} onClose={onClose} />}
    </Dialog>
  )
}

function RoleForm({ member, onClose }: { readonly member: StaffMember; readonly onClose: () => void }) {
  const showToast = useToast()
  const [role, setRole] = useState(member.role)
  const change = useMutationOf('changeStaffRole', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The role is changed.' })
    },
  })
  return (
    <Form
      onSubmit={() => change.mutate({ params: { staffId: member.id }, body: { role } })}
      error={change.error}
      label="Role"
      rules={bodyRules(changeStaffRole.body, { role })}
    >
      <RadioGroup label="Role" name="role" options={roleChoices} value={role} onChange={setRole} />
      <p className="text-soft">It takes effect with the next click of the person.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={change.isPending} disabled={role === member.role}>
          Change the role
        </Button>
      </div>
    </Form>
  )
}
