import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Section } from '../../../components/page.tsx'
import { type Secret, ShownOnce } from '../../../components/shown-once.tsx'
import { roleChoices } from '../../../session/role-words.ts'
import { useRole } from '../../../session/use-role.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { Members } from './members.tsx'
import { StaffMails } from './staff-mails.tsx'
import { TeamAssistants } from './team-assistants.tsx'

/** Who has access to the merchant's programs. */
export function TeamTab() {
  const { isOwner } = useRole()
  const [isOpen, setOpen] = useState(false)
  const [link, setLink] = useState<Secret | null>(null)
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="members">
        <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <div>
            <h2 id="members" className="text-base font-semibold">
              Members
            </h2>
            <p className="text-soft">
              They have access to all programs of the company, test and live.
              {!isOwner && ' Only owners change the team.'}
            </p>
          </div>
          {isOwner && (
            <Button kind="primary" icon={<UserPlus />} onClick={() => setOpen(true)}>
              Invite a person
            </Button>
          )}
        </header>
        {link !== null && <ShownOnce secret={link} onDone={() => setLink(null)} />}
        <Members />
      </section>
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
      <InviteDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onLink={(it) => {
          setOpen(false)
          setLink(it)
        }}
      />
    </div>
  )
}
