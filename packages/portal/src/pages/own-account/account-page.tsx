import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Page, Section } from '../../components/page.tsx'
import { AccountMenu } from '../../layout/account-menu.tsx'
import { Logo } from '../../layout/logo.tsx'
import { NewPasswordField } from '../../session/password-fields.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { useSession } from '../../session/use-session.ts'
import { AssistantsSection } from './assistants-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The person's own account, which belongs to no program. */
export function AccountPage() {
  const { staff } = useSession()
  return (
    <>
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-6 max-sm:px-4">
        <Link to="/" className="flex items-center gap-2 font-medium hover:underline">
          <ArrowLeft aria-hidden className="size-4" />
          <Logo />
          Back to your program
        </Link>
        <AccountMenu />
      </header>
      <main className="mx-auto max-w-3xl px-6 py-6 max-sm:px-4">
        <Page title="Your account">
          <div className="flex flex-col gap-6">
            <NameSection />
            {staff.hasPassword ? (
              <>
                <PasswordSection />
                <TwoFactorSection />
              </>
            ) : (
              <NoPassword />
            )}
            <PasskeysSection />
            <SessionsSection />
            <AssistantsSection />
          </div>
        </Page>
      </main>
    </>
  )
}

function NameSection() {
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

/** Stands in place of what needs a password: the demo owner and people of a provider have none. */
function NoPassword() {
  return (
    <Section title="Password">
      <p className="text-soft">
        You have no password: you came by a one-time link, or your company’s provider signs you in. A passkey
        can be added below.
      </p>
    </Section>
  )
}

function PasswordSection() {
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
