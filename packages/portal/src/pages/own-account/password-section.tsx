import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { NewPasswordField } from '../../session/password-fields.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'

/** Stands in place of what needs a password: the demo owner and people of a provider have none. */
export function NoPassword() {
  return (
    <Section title="Password">
      <p className="text-soft">
        You have no password: you came by a one-time link, or your company’s provider signs you in. A passkey
        can be added below.
      </p>
    </Section>
  )
}

export function PasswordSection() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const showToast = useToast()
  const change = usePortalMutation(() => {
    setCurrent('')
    setNew('')
    showToast({ text: 'Your password is changed. Your other sessions have ended.' })
  })
  return (
    <Section title="Password">
      <Form
        onSubmit={() =>
          change.mutate({
            method: 'POST',
            path: '/portal/auth/change-password',
            body: { currentPassword, newPassword },
          })
        }
        error={change.error}
        label="Change the password"
      >
        <TextField
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrent}
          required
        />
        <NewPasswordField label="New password" name="newPassword" value={newPassword} onChange={setNew} />
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Change the password
          </Button>
        </div>
      </Form>
    </Section>
  )
}
