import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Notice } from '../../components/notice.tsx'
import { count } from '../../format/count.ts'

/** What to do while people have codes, and no friend came by one; nothing while there are no people. */
export function NoReferral({ refreshMs }: { readonly refreshMs: number }) {
  const tenantAlias = useTenantAlias()
  const people = useOperation('listUsers', { query: { limit: 1 } }, { refreshMs })
  if (people.data === undefined || people.data.count === 0) return null
  const total = people.data.totalCount
  return (
    <Notice
      kind="info"
      title={`${total === null ? 'More than 10,000 people' : count(total, 'person', 'people')} can refer, and no friend has come yet`}
      actions={
        <>
          <Link to="/$tenantAlias/participants" params={{ tenantAlias }}>
            Find a share link
          </Link>
          <Link to="/$tenantAlias/widget" params={{ tenantAlias }}>
            Set up the widget
          </Link>
          <Link to="/$tenantAlias/emails" params={{ tenantAlias }}>
            Set up e-mails
          </Link>
        </>
      }
    >
      Each of them has a share link of their own, but has to see it: show it on your pages with the widget, or
      write to them. To try it yourself, open a share link in a private window, and sign up there as a friend.
    </Notice>
  )
}
