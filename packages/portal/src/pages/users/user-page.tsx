import type { User } from '@goodword/client'
import { upsertUser } from '@goodword/contract/users/endpoints'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../api/client.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { mailKindNames } from '../../format/mail-words.ts'
import { amountsText, moneyText } from '../../format/number-text.ts'
import { personName } from '../../format/person-name.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountActions } from '../accounts/account-actions.tsx'
import { AccountColumns } from '../accounts/account-columns.tsx'
import { AccountSection } from '../accounts/sections/account-section.tsx'
import { CodeSection } from './code-section.tsx'
import { PersonalDataSection } from './personal-data-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/users/$accountId/$userId')

export function UserPage() {
  const { tenantAlias, accountId, userId } = route.useParams()
  const user = useOperation('readUser', { params: { accountId, userId } })
  // Read before anything is shown: the figures would move the page when they arrive.
  const figures = useOperation('readFigures', { params: { accountId, userId } })
  const breadcrumb = [{ label: 'People', to: '/$tenantAlias/users', params: { tenantAlias } }] as const
  if (user.isError || user.data === undefined || figures.isPending) {
    return (
      <Page title="Person" breadcrumb={breadcrumb}>
        {user.isError ? (
          <ErrorState error={user.error} onRetry={user.refetch} />
        ) : (
          <TextSkeleton label="Person" lines={12} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={personName(user.data)}
      description={
        <span className="flex flex-wrap items-center gap-2">
          {user.data.email ?? 'No e-mail address is known.'}
          {user.data.dateBlocked !== null && <Badge tone="danger">Blocked</Badge>}
        </span>
      }
      breadcrumb={breadcrumb}
      actions={<Actions user={user.data} />}
    >
      {figures.data !== undefined && <ReferrerFigures figures={figures.data} />}
      <AccountColumns accountId={accountId}>
        <CodeSection user={user.data} />
        <AccountSection accountId={accountId} user={user.data} />
        <MailPreferencesSection user={user.data} />
        <PersonalDataSection user={user.data} />
      </AccountColumns>
    </Page>
  )
}

/** What came of the person's links in one line; nothing for a person who has shared nothing yet. */
function ReferrerFigures({ figures }: { readonly figures: AnswerOf<'readFigures'> }) {
  const { clicks, inProgress, converted, ended, brought, saved, shared, yearlyRewards } = figures
  const friends = inProgress + converted + ended
  if (clicks === 0 && friends === 0 && yearlyRewards.length === 0) return null
  const entries = [
    ['Friends', friends.toLocaleString()],
    ['Customers', converted.toLocaleString()],
    ...(brought.length === 0 ? [] : [['Brought', amountsText(brought)] as const]),
    ...saved.map(({ amount, currency }) => ['Given', moneyText(amount, currency)] as const),
    ['Clicks', clicks.toLocaleString()],
    ...shared.flatMap(({ amount, owed, currency }) => [
      ['From payments of friends', moneyText(amount, currency)] as const,
      ...(owed > 0 ? [['Paid back by the next shares', moneyText(owed, currency)] as const] : []),
    ]),
    ...yearlyRewards.slice(-2).map(({ year, total, currency, thresholdReached }) => {
      const label = `Rewards in ${year}${thresholdReached ? ' (threshold reached)' : ''}`
      return [label, moneyText(total, currency)] as const
    }),
  ] as const
  return (
    <dl aria-label="What came of the links" className="mb-6 flex flex-wrap gap-x-10 gap-y-3">
      {entries.map(([label, value]) => (
        <div key={`${label} ${value}`} className="flex flex-col-reverse">
          <dt className="text-soft">{label}</dt>
          <dd className="text-2xl font-semibold tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ user }: { readonly user: User }) {
  const { canWrite } = useRole()
  const [isEditing, setEditing] = useState(false)
  const { accountId, id: userId, dateBlocked } = user
  return (
    <AccountActions {...{ accountId, userId, dateBlocked }} name={personName(user)} referrer={user}>
      {canWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
      <Dialog isOpen={isEditing} onClose={() => setEditing(false)} title="Edit the person">
        <Fields user={user} onClose={() => setEditing(false)} />
      </Dialog>
    </AccountActions>
  )
}

type FieldsProps = { readonly user: User; readonly onClose: () => void }

/** Names, e-mail address, language and code of a user; inside the dialog, so that they begin with the stored values each time. */
function Fields({ user, onClose }: FieldsProps) {
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

/** The API keeps absent fields; it has no way to clear a name or an address. */
function given<Name extends 'firstName' | 'lastName' | 'email' | 'locale'>(name: Name, text: string) {
  const value = text.trim()
  return value === '' ? {} : { [name]: value }
}

/** The e-mail preferences of a person. Staff cannot change them. */
function MailPreferencesSection({ user: { accountId, id: userId, email } }: { readonly user: User }) {
  const preferences = useOperation('readMailPreferences', { params: { accountId, userId } })
  if (preferences.data === undefined || email === null) return null
  const { subscribed, kinds } = preferences.data
  if (subscribed === null) return <Unconfirmed />
  const unwanted = kinds.filter((it) => !it.wanted).map((it) => mailKindNames[it.kind])
  return (
    <Section title="E-mails">
      <p>
        {!subscribed
          ? 'Unsubscribed from all e-mails.'
          : unwanted.length === 0
            ? 'Wants every kind of e-mail.'
            : `Wants every kind of e-mail but these: ${unwanted.join(', ')}.`}
      </p>
      <p className="mt-1 text-xs text-soft">
        Only the person can change it, by the link in each e-mail or on your page.
      </p>
    </Section>
  )
}

/** Anyone can report an address for anyone by a page, so nothing is sent to it. */
function Unconfirmed() {
  return (
    <Section title="E-mails">
      <p>Gets no e-mails, and no link to sign in: your server has not confirmed the address.</p>
      <p className="mt-1 text-xs text-soft">
        Only a page of yours reported it, without a signature. Your server confirms it by naming the person (
        <NewTabLink href="/docs/reference/operations#upsertuser">POST user</NewTabLink>), or signs the call of
        the page.
      </p>
    </Section>
  )
}
