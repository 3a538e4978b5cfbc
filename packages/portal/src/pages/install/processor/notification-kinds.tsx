import type { Connection } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { DateTime } from '../../../components/date-time.tsx'
import { Section } from '../../../components/page.tsx'

type Props = { readonly kinds: Connection['notificationKinds'] }

/** The kinds of notifications to choose at the processor, and which of them came. */
export function NotificationKinds({ kinds }: Props) {
  const tenantAlias = useTenantAlias()
  return (
    <Section
      title="Kinds of notifications"
      actions={
        <Link
          to="/$tenantAlias/install"
          params={{ tenantAlias }}
          search={{ tab: 'notifications' }}
          className="text-link hover:underline"
        >
          Notifications received
        </Link>
      }
    >
      <p className="text-soft">
        Choose these for a webhook that you create. Each says when one was last received.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {kinds.map(({ kind, dateLastSeen }) => (
          <li key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
            <code className="min-w-0 break-all">{kind}</code>
            <span className="text-xs text-soft">
              {dateLastSeen === null ? 'Never' : <DateTime at={dateLastSeen} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
