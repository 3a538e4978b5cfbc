import type { Integration } from '@goodword/client'
import { Badge } from '../../../components/badge.tsx'
import { DateTime } from '../../../components/date-time.tsx'

/** The websites that used the script, with whether the program lets them. */
export function SeenPages({ pages }: Pick<Integration, 'pages'>) {
  return (
    <div>
      <h3 className="font-medium">Websites seen in the last 30 days</h3>
      {pages.length === 0 ? (
        <p className="mt-1 text-soft">
          None yet. Paste the snippet into a page and open it: its address appears here within seconds.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {pages.map(({ origin, allowed, dateLast }) => (
            <li key={origin} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <code className="min-w-0 break-all">{origin}</code>
              <span className="flex items-center gap-3 text-xs text-soft">
                <DateTime at={dateLast} />
                {allowed ? <Badge tone="good">Allowed</Badge> : <Badge tone="warning">Not allowed</Badge>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
