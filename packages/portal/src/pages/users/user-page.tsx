import { ApiError, type User } from '@goodword/client'
import { upsertUser } from '@goodword/contract/users/endpoints'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, callOperation } from '../../api/client.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/fields/copy-field.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { NewTabLink } from '../../components/links.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Page, Section } from '../../components/page.tsx'
import { saveFile } from '../../components/save-file.ts'
import { Badge } from '../../components/texts/badge.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { mailKindNames } from '../../format/mail-words.ts'
import { amountsText, moneyText } from '../../format/number-text.ts'
import { personName } from '../../format/person-name.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountActions } from '../accounts/account-actions.tsx'
import { AccountColumns } from '../accounts/account-columns.tsx'
import { AccountSection } from '../accounts/sections/account-section.tsx'

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
        <Unread query={user} label="Person" lines={12} />
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
  const [firstName, setFirstName] = useState(user.firstName ?? '')
  const [lastName, setLastName] = useState(user.lastName ?? '')
  const [email, setEmail] = useState(user.email ?? '')
  const [locale, setLocale] = useState(user.locale ?? '')
  const [code, setCode] = useState(user.referralCode)
  const save = useMutationWithToast('upsertUser', { done: 'The person was saved.', onSuccess: onClose })
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
      <FormActions action="Save the person" isBusy={save.isPending} onClose={onClose} />
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

/** The code with which a user invites friends, and the link with it. */
function CodeSection({
  user: { id: userId, accountId, referralCode: code, shareLinks, dateBlocked },
}: {
  readonly user: User
}) {
  const { canWrite } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  const showToast = useToast()
  const found = useOperation('lookUpCode', { params: { code } })
  const isOff = found.error instanceof ApiError && found.error.code === 'REFERRAL_CODE_NOT_FOUND'
  const update = useMutationOf('updateCode', {
    onSuccess: ({ disabled }) => {
      setIsAsking(false)
      showToast({
        text: disabled ? 'The code was disabled.' : 'The code was enabled.',
        onUndo: () => update.mutate({ params: { code }, body: { disabled: !disabled } }),
      })
    },
  })
  const enable = () => update.mutate({ params: { code }, body: { disabled: false } })
  return (
    <Section
      title="Referral code"
      actions={
        canWrite &&
        dateBlocked === null &&
        (isOff ? (
          <Button onClick={enable} isBusy={update.isPending}>
            Enable the code
          </Button>
        ) : (
          <Button onClick={() => setIsAsking(true)}>Disable the code</Button>
        ))
      }
    >
      <div className="flex flex-col gap-4">
        <CopyField label="Code" value={code} />
        <CopyField label="Share link" value={shareLinks.direct} />
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {(['png', 'svg'] as const).map((format) => (
            <a
              key={format}
              href={`${shareLinks.direct}/qr.${format}?download&size=1000`}
              className="text-link underline"
            >
              QR code as {format.toUpperCase()}
            </a>
          ))}
        </p>
        <FormerCodes accountId={accountId} userId={userId} />
        {isOff && (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="warning">Not in use</Badge> New friends cannot use it:{' '}
            {dateBlocked === null
              ? 'it is disabled or expired, or the program is off.'
              : 'the account is blocked.'}
          </p>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Disable the code ${code}?`}
        action="Disable the code"
        onConfirm={() => update.mutate({ params: { code }, body: { disabled: true } })}
        mutation={update}
      >
        <p>
          Share links with it lead to the fallback page, and new friends who enter it are not attributed.
          Referrals and rewards that exist are kept. You can enable it again.
        </p>
      </ConfirmDialog>
    </Section>
  )
}

/** The codes that the person had before; links with them still lead to the same person. */
function FormerCodes({ accountId, userId }: { readonly accountId: string; readonly userId: string }) {
  const { data } = useOperation('listCodes', { params: { accountId, userId } })
  const former = data?.codes.filter((it) => !it.current) ?? []
  if (former.length === 0) return null
  return (
    <div>
      <h3 className="font-medium">Former codes</h3>
      <p className="text-xs text-soft">They keep working, and attribute friends to this person.</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {former.map((it) => (
          <li key={it.code} className="flex items-center gap-1">
            <code className="break-all rounded-md bg-hover px-2 py-1">{it.code}</code>
            {it.disabled && <Badge tone="warning">Disabled</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Serves requests of a person about their data: a file with all of it, and its erasure. */
function PersonalDataSection({ user }: { readonly user: User }) {
  const { canWrite } = useRole()
  const [isAsking, setIsAsking] = useState(false)
  const file = useDataFile(user)
  const navigate = useNavigate()
  const tenantAlias = useTenantAlias()
  const erase = useMutationWithToast('eraseUser', {
    done: 'The person is being erased. It takes some minutes.',
    onSuccess: () => void navigate({ to: '/$tenantAlias/users', params: { tenantAlias } }),
  })
  if (!canWrite) return null
  const { accountId, id: userId } = user
  return (
    <Section title="Personal data">
      <p className="text-soft">If this person asks what you have stored about them, or wants it erased.</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={file.save} isBusy={file.isBusy}>
          Download all data
        </Button>
        <Button onClick={() => setIsAsking(true)}>Erase the person</Button>
      </div>
      {file.error !== null && <ErrorState error={file.error} onRetry={file.save} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Erase ${personName(user)}?`}
        action="Erase the person"
        typed={userId}
        onConfirm={() => erase.mutate({ params: { accountId, userId } })}
        mutation={erase}
      >
        <p>
          Names, e-mail address, IDs and referral codes are erased everywhere: in referrals, events, clicks,
          e-mails, webhooks and imported files. Amounts, states and dates stay, without saying whose they
          were.
        </p>
        <p>
          It cannot be undone. Later calls of your system that name this person are refused until you readmit
          them.
        </p>
      </ConfirmDialog>
    </Section>
  )
}

/** All pages of a person's stored data, saved as one JSON file by the browser. */
function useDataFile({ accountId, id: userId }: User) {
  const tenantAlias = useTenantAlias()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function load(): Promise<readonly unknown[]> {
    const pages: unknown[] = []
    let cursor: string | null = null
    do {
      const query: { readonly readable: 'true'; readonly cursor?: string } = {
        readable: 'true',
        ...(cursor === null ? {} : { cursor }),
      }
      const page = await withSignIn(() =>
        callOperation(tenantAlias, 'readUserData', { params: { accountId, userId }, query }),
      )
      pages.push(page)
      cursor = page.nextCursor
    } while (cursor !== null)
    return pages
  }

  async function save(): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      saveFile(`data-of-${userId}.json`, 'application/json', JSON.stringify(await load(), null, 2))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, error, save: () => void save() }
}
