import type { StaffMail } from '@goodword/client'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { callOperation } from '../../../api/client.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { readWithSignIn } from '../../../api/with-sign-in.ts'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { Drawer } from '../../../components/overlays/dialog.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { EmptyState } from '../../../components/texts/empty-state.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { State } from '../../../components/texts/state.tsx'

/** Read on demand: the service asks for a recent sign-in, and notes in the audit log who read them. */
export function StaffMails() {
  const [isShown, setShown] = useState(false)
  return (
    <section aria-labelledby="staff-mails">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-2xl">
          <h2 id="staff-mails" className="text-base font-semibold">
            E-mails to the team
          </h2>
          <p className="text-soft">
            Invitations and new passwords of the last seven days, and whether they were sent. Their links are
            left out: each is for its recipient alone.
          </p>
        </div>
        {!isShown && <Button onClick={() => setShown(true)}>Show the e-mails</Button>}
      </header>
      {isShown && <MailList />}
    </section>
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
