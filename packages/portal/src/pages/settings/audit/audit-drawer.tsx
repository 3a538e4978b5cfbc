import type { AuditEntry } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { Drawer } from '../../../components/dialog.tsx'
import { KeyValueList } from '../../../components/key-value-list.tsx'
import { auditSentence } from './audit-sentences.ts'

type Props = { readonly entry: AuditEntry | null; readonly onClose: () => void }

export function AuditDrawer({ entry, onClose }: Props) {
  return (
    <Drawer isOpen={entry !== null} onClose={onClose} title="Entry of the audit log" size="wide">
      {entry !== null && <Entry entry={entry} />}
    </Drawer>
  )
}

function Entry({ entry: it }: { readonly entry: AuditEntry }) {
  const { actor, text } = auditSentence(it)
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium break-words">{`${actor} ${text}.`}</p>
      <KeyValueList
        entries={[
          [
            'Action',
            <code key="action" className="break-all">
              {it.action}
            </code>,
          ],
          [
            'Actor',
            <span key="actor" className="break-all">
              {it.actor}
            </span>,
          ],
          [
            'Changed',
            <code key="subject" className="break-all">
              {it.subject ?? 'The program'}
            </code>,
          ],
          ...(it.accountId === null
            ? []
            : [['Account', <RewardedAccount key="account" accountId={it.accountId} />] as const]),
          ['When', <DateTime key="date" at={it.dateCreated} />],
          [
            'Address',
            <span key="address" className="break-all">
              {it.address ?? '–'}
            </span>,
          ],
          [
            'Browser',
            <span key="agent" className="break-all">
              {it.userAgent ?? '–'}
            </span>,
          ],
          ['Number', it.sequence?.toLocaleString() ?? '–'],
          [
            'Hash',
            <code key="hash" className="break-all">
              {it.hash ?? '–'}
            </code>,
          ],
          [
            'Hash before it',
            <code key="before" className="break-all">
              {it.previousHash ?? '–'}
            </code>,
          ],
        ]}
      />
      <CodeBlock label="Details" code={JSON.stringify(it.details, null, 2)} />
    </div>
  )
}

/** Links to the account whose reward was given, redeemed or cancelled. */
function RewardedAccount({ accountId }: { readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  return (
    <Link
      to="/$tenantAlias/rewards"
      params={{ tenantAlias }}
      search={{ accountId }}
      className="break-all text-link underline"
    >
      <bdi>{accountId}</bdi>
    </Link>
  )
}
