import type { StaffInvitation, StaffMail } from '@goodword/client'
import { inviteStaff } from '@goodword/contract/staff/endpoints'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { useQuery } from '@tanstack/react-query'
import { Inbox, Mail, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { callOperation } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { readWithSignIn } from '../../../api/with-sign-in.ts'
import { Button } from '../../../components/button.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { CodeBlock } from '../../../components/fields/copy-field.tsx'
import { Form } from '../../../components/fields/form.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { Dialog, Drawer } from '../../../components/overlays/dialog.tsx'
import { FormActions } from '../../../components/overlays/form-actions.tsx'
import { type Secret, ShownOnce } from '../../../components/overlays/shown-once.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { PlainSection, Section } from '../../../components/page.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { EmptyState } from '../../../components/texts/empty-state.tsx'
import { ErrorState, Loaded } from '../../../components/texts/error-state.tsx'
import { State } from '../../../components/texts/state.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { roleChoices, roleName } from '../../../session/role-words.ts'
import { usePortalMutation, usePortalQuery } from '../../../session/use-portal-mutation.ts'
import { useRole } from '../../../session/use-session.ts'
import { AssistantRow, type DailyLimit, type ListedAssistant } from '../../own-account/assistants-section.tsx'
import { Members } from './members.tsx'

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

/** Who has access to the merchant's programs. */
export function TeamTab() {
  const { isOwner } = useRole()
  const [isOpen, setOpen] = useState(false)
  const [link, setLink] = useState<Secret | null>(null)
  return (
    <div className="flex flex-col gap-8">
      <PlainSection
        title="Members"
        text={
          <>
            They have access to all programs of the company, test and live.
            {!isOwner && ' Only owners change the team.'}
          </>
        }
        actions={
          isOwner && (
            <Button kind="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
              Invite a person
            </Button>
          )
        }
      >
        {link !== null && <ShownOnce secret={link} onDone={() => setLink(null)} />}
        <Members />
      </PlainSection>
      <Invitations />
      <TeamAssistants />
      <Section title="Roles">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {roleChoices.map(({ value, label, hint }) => (
            <div key={value}>
              <dt className="font-medium">{label}</dt>
              <dd className="text-soft">{hint}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {isOwner && <StaffMails />}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Invite a person">
        <InviteForm
          onClose={() => setOpen(false)}
          onLink={(it) => {
            setOpen(false)
            setLink(it)
          }}
        />
      </Dialog>
    </div>
  )
}

/** Who was invited and has not accepted yet. */
function Invitations() {
  const invitations = useOperation('listStaffInvitations', undefined)
  const { isOwner } = useRole()
  const showToast = useToast()
  const withdraw = useMutationWithToast('withdrawStaffInvitation', {
    done: 'The invitation is withdrawn. Its link no longer works.',
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
    <PlainSection title="Open invitations">
      {invitations.isError ? (
        <ErrorState error={invitations.error} onRetry={invitations.refetch} />
      ) : (
        <DataTable
          label="Open invitations"
          columns={isOwner ? [...columns, action] : columns}
          rows={invitations.data?.invitations}
          usualRows={4}
          keyOf={(it) => it.id}
          empty={
            <EmptyState icon={<Mail />} title="No open invitations">
              An invitation stands here until the person accepts it or seven days have passed.
            </EmptyState>
          }
        />
      )}
    </PlainSection>
  )
}

/** `staff <id> <e-mail>` is shown by the e-mail alone. */
function inviterOf({ invitedBy }: StaffInvitation): string {
  return /^staff \S+ (.+)$/.exec(invitedBy)?.[1] ?? invitedBy
}

type InviteFormProps = {
  readonly onClose: () => void
  /** The link to pass on, where there is no mail server. */
  readonly onLink: (link: Secret) => void
}

function InviteForm({ onClose, onLink }: InviteFormProps) {
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
      <FormActions action="Invite the person" isBusy={invite.isPending} onClose={onClose} />
    </Form>
  )
}

type TeamAssistant = ListedAssistant & { readonly allowedBy: string }
type Answer = { readonly limit: DailyLimit; readonly assistants: readonly TeamAssistant[] }

/** The assistants of everyone in the team. */
function TeamAssistants() {
  const path = `/portal/assistants/team/${useTenantAlias()}`
  const assistants = usePortalQuery<Answer>(['account', 'team-assistants', path], path)
  return (
    <Section title="Assistants of the team">
      <Loaded query={assistants} label="Assistants of the team" lines={2}>
        {(data) =>
          data.assistants.length === 0 ? (
            <p className="text-soft">No one of the team has connected an assistant.</p>
          ) : (
            <AssistantList {...data} path={path} />
          )
        }
      </Loaded>
    </Section>
  )
}

function AssistantList({ limit, assistants, path }: Answer & { readonly path: string }) {
  const showToast = useToast()
  const [chosen, setChosen] = useState<TeamAssistant | null>(null)
  const end = usePortalMutation(() => {
    setChosen(null)
    showToast({ text: 'Disconnected.' })
  })
  return (
    <>
      <ul className="divide-y divide-line">
        {assistants.map((it) => (
          <AssistantRow
            key={it.id}
            assistant={it}
            limit={limit}
            allowedBy={it.allowedBy}
            action={
              <Button aria-label={`Disconnect ${it.name} of ${it.allowedBy}`} onClick={() => setChosen(it)}>
                Disconnect
              </Button>
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Disconnect ${chosen?.name ?? ''}?`}
        action="Disconnect the assistant"
        mutation={end}
        onConfirm={() => end.mutate({ method: 'DELETE', path: `${path}/${chosen?.id}` })}
      >
        <p>
          It can do nothing more in the place of {chosen?.allowedBy}, at once. What it asked for and they have
          not confirmed is deleted. They can connect it again.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Read on demand: the service asks for a recent sign-in, and notes in the audit log who read them. */
function StaffMails() {
  const [isShown, setShown] = useState(false)
  return (
    <PlainSection
      title="E-mails to the team"
      isNarrow
      text="Invitations and new passwords of the last seven days, and whether they were sent. Their links are left out: each is for its recipient alone."
      actions={!isShown && <Button onClick={() => setShown(true)}>Show the e-mails</Button>}
    >
      {isShown && <MailList />}
    </PlainSection>
  )
}

function MailList() {
  const tenantAlias = useTenantAlias()
  const mails = useQuery({
    queryKey: [tenantAlias, 'listStaffMails', {}],
    queryFn: () => readWithSignIn(() => callOperation(tenantAlias, 'listStaffMails', undefined)),
  })
  const [open, setOpen] = useState<StaffMail | null>(null)
  if (mails.isError) return <ErrorState error={mails.error} onRetry={mails.refetch} />
  const columns: readonly Column<StaffMail>[] = [
    {
      name: 'subject',
      label: 'Subject',
      isTitle: true,
      cell: (it) => (
        <button type="button" className="text-left break-words hover:underline" onClick={() => setOpen(it)}>
          {it.subject}
        </button>
      ),
    },
    { name: 'recipient', label: 'To', cell: (it) => <span className="break-all">{it.recipient}</span> },
    { name: 'state', label: 'State', cell: (it) => <State kind="mail" value={it.state} /> },
    { name: 'created', label: 'Written', cell: (it) => <DateTime at={it.dateCreated} /> },
  ]
  return (
    <>
      <DataTable
        label="E-mails to the team"
        columns={columns}
        rows={mails.data?.mails}
        keyOf={(it) => it.id}
        onOpen={setOpen}
        empty={
          <EmptyState icon={<Inbox />} title="No e-mails in the last seven days">
            The next invitation appears here.
          </EmptyState>
        }
      />
      <Drawer isOpen={open !== null} onClose={() => setOpen(null)} title="E-mail" size="wide">
        {open !== null && (
          <div className="flex flex-col gap-3">
            <p className="font-medium break-words">{open.subject}</p>
            <p className="break-all text-soft">To {open.recipient}</p>
            <CodeBlock label="Text" code={open.text} />
          </div>
        )}
      </Drawer>
    </>
  )
}
