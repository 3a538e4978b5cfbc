import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { useSession } from '../../session/use-session.ts'

export function NameSection() {
  const { staff } = useSession()
  const [name, setName] = useState(staff.name)
  const showToast = useToast()
  const save = usePortalMutation(() => showToast({ text: 'Your name is saved.' }))
  return (
    <Section title="Name">
      <Form
        onSubmit={() => save.mutate({ method: 'PUT', path: '/portal/account', body: { name } })}
        error={save.error}
        label="Name"
      >
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={setName}
          hint={`Your team sees it. You sign in as ${staff.email}.`}
        />
        <div>
          <Button type="submit" isBusy={save.isPending} disabled={name.trim() === '' || name === staff.name}>
            Save the name
          </Button>
        </div>
      </Form>
    </Section>
  )
}
