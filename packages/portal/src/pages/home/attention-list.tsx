import type { Attention } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Badge } from '../../components/texts/badge.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'

type Item = Attention['items'][number]

/** Where each kind is solved. */
const places = {
  CONNECTION_BROKEN: { to: '/$tenantAlias/install', search: { tab: 'authorize' }, where: 'Install' },
  CONNECTION_INCOMPLETE: { to: '/$tenantAlias/install', search: { tab: 'authorize' }, where: 'Install' },
  BILLS_WRONG: { to: '/$tenantAlias/bills', where: 'Bills' },
  DISCOUNTS_FAILED: { to: '/$tenantAlias/discounts', search: { state: 'FAILED' }, where: 'Discounts' },
  JOBS_FAILED: {
    to: '/$tenantAlias/install',
    search: { tab: 'notifications', state: 'FAILED' },
    where: 'Notifications',
  },
  WEBHOOKS_DISABLED: { to: '/$tenantAlias/webhooks', where: 'Webhooks' },
  WEBHOOKS_FAILING: { to: '/$tenantAlias/webhooks', where: 'Webhooks' },
  REVIEW_WAITING: { to: '/$tenantAlias/review', where: 'Review' },
  CONFIRMATION_WAITING: { to: '/$tenantAlias/review', search: { tab: 'unconfirmed' }, where: 'Review' },
  KEYS_EXPIRING: { to: '/$tenantAlias/install', search: { tab: 'keys' }, where: 'API keys' },
  IMPORTS_FAILED: { to: '/$tenantAlias/transfers', search: { tab: 'imports' }, where: 'Import / export' },
  EXPORTS_FAILED: { to: '/$tenantAlias/transfers', search: { tab: 'exports' }, where: 'Import / export' },
} as const

const REFRESH_MS = 30_000

/** What staff have to look at, each a link to the page where it is solved. */
export function AttentionList() {
  const attention = useOperation('readAttention', undefined, { refreshMs: REFRESH_MS })
  if (attention.isError) return <ErrorState error={attention.error} onRetry={attention.refetch} />
  if (attention.data === undefined) return <BlockSkeleton label="What needs attention" height="3.25rem" />
  const { items } = attention.data
  if (items.length === 0) {
    return (
      <p className="card flex min-h-13 items-center gap-2 px-5 text-soft">
        <CircleCheck aria-hidden className="size-4 text-good" />
        Nothing needs your attention.
      </p>
    )
  }
  return (
    <section aria-label="Needs attention" className="card">
      <h2 className="px-5 pt-3.5 text-base font-semibold">Needs attention</h2>
      <ul className="py-2">
        {items.map((it) => (
          <li key={it.kind}>
            <AttentionLink item={it} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AttentionLink({ item: { kind, count, isMore, message } }: { readonly item: Item }) {
  const tenantAlias = useTenantAlias()
  // A newer service may have a kind that this page does not know.
  const known: (typeof places)[Item['kind']] | undefined = places[kind]
  const { where, ...target } = known ?? { to: '/$tenantAlias/settings', where: 'Settings' }
  return (
    <Link
      {...target}
      params={{ tenantAlias }}
      className="flex items-center gap-3 px-5 py-2 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-8 shrink-0">
        <Badge tone={kind.endsWith('_WAITING') ? 'info' : 'warning'}>
          {isMore ? `${count}+` : count.toLocaleString()}
        </Badge>
      </span>
      <span className="min-w-0 flex-1">{message}</span>
      <span className="flex shrink-0 items-center gap-1 text-link">
        <span className="max-sm:sr-only">{where}</span>
        <ChevronRight aria-hidden className="size-4" />
      </span>
    </Link>
  )
}
