import type { User } from '@goodword/client'
import { upsertUser } from '@goodword/contract/endpoints/users'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { bodyRules } from '../../forms/body-rules.ts'

type EditParticipantProps = {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Names, e-mail address, language and code of a participant. */
export function EditParticipant({ user, isOpen, onClose }: EditParticipantProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit the person">
      <Fields user={user} onClose={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that they begin with what is stored each time. */
function Fields({ user, onClose }: Omit<EditParticipantProps, 'isOpen'>) {
  const showToast = useToast()
  const [firstName, setFirstName] = useState(user.firstName ?? '')
  const [lastName, setLastName] = useState(user.lastName ?? '')
  const [email, setEmail] = useState(user.email ?? '')
  const [locale, setLocale] = useState(user.locale ?? '')
  const [code, setCode] = useState(user.referralCode)
  const save = useMutationOf('upsertUser', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The person was saved.' })
    },
  })
  const body = {
    accountId: user.accountId,
    id: user.id,
    ...given('firstName', firstName),
    ...given('lastName', lastName),
    ...given('email', email),
    ...given('locale', locale),
    ...(code.trim().toUpperCase() === user.referralCode ? {} : { referralCode: code }),
  }
  return (
    <Form
      onSubmit={() => save.mutate({ body })}
      error={save.error}
      label="Person"
      rules={bodyRules(upsertUser.body, body)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" name="firstName" value={firstName} onChange={setFirstName} />
        <TextField label="Last name" name="lastName" value={lastName} onChange={setLastName} />
      </div>
      <TextField label="E-mail" name="email" type="email" value={email} onChange={setEmail} />
      <TextField
        label="Language of e-mails"
        name="locale"
        value={locale}
        onChange={setLocale}
        hint="Such as de or pt-BR. Without one, e-mails are in the language of the program."
      />
      <TextField
        label="Referral code"
        name="referralCode"
        value={code}
        onChange={setCode}
        isCode
        hint="Links and messages with the present code go on working; new ones get the new code."
      />
      <p className="text-soft">
        Your own system can send other values with its next call, and they replace these. An empty field is
        left as it is.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save the person
        </Button>
      </div>
    </Form>
  )
}

/** The API keeps what is absent; it has no way to clear a name or an address. */
function given<Name extends 'firstName' | 'lastName' | 'email' | 'locale'>(name: Name, text: string) {
  const value = text.trim()
  return value === '' ? {} : { [name]: value }
}
