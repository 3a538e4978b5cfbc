import { inviteStaff } from '@goodword/contract/endpoints/staff'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Form } from '../../../components/form.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import type { Secret } from '../../../components/shown-once.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { roleChoices } from '../../../session/role-words.ts'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The link to pass on, where there is no mail server. */
  readonly onLink: (link: Secret) => void
}

export function InviteDialog({ isOpen, onClose, onLink }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Invite a person">
      <InviteForm onClose={onClose} onLink={onLink} />
    </Dialog>
  )
}

function InviteForm({ onClose, onLink }: Omit<Props, 'isOpen'>) {
  const showToast = useToast()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const invite = useMutationOf('inviteStaff', {
    onSuccess: ({ link, email: address }) => {
      if (link !== null) {
        onLink({
          title: `The invitation of ${address}`,
          label: 'Link',
          value: link,
          text: 'This service has no mail server: send the link to the person yourself. It works once, for seven days.',
        })
        return
      }
      onClose()
      showToast({ text: `The invitation was sent to ${address}.` })
    },
  })
  const body = { email: email.trim().toLowerCase(), role }
  return (
    <Form
      onSubmit={() => invite.mutate({ body })}
      error={invite.error}
      rules={bodyRules(inviteStaff.body, body)}
    >
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="off"
      />
      <RadioGroup label="Role" name="role" options={roleChoices} value={role} onChange={setRole} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={invite.isPending} disabled={body.email === ''}>
          Invite the person
        </Button>
      </div>
    </Form>
  )
}
