import type { Connection } from '@goodword/client'
import { Badge } from '../../../components/badge.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Section } from '../../../components/page.tsx'

type Entry = Connection['missingSetup'][number]

const itemWords: Readonly<Record<Entry['item'], string>> = {
  CUSTOM_FIELD: 'Custom field',
  DISCOUNT: 'Discount',
  PERMISSION: 'Permission',
  WEBHOOK: 'Webhook',
}

/** What is to be set up at the processor, with what to do. */
export function MissingSetup({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Section title="Set-up at the processor">
      {entries.length === 0 ? (
        <Notice kind="good" title="Nothing is missing">
          The custom field, the discount, the permissions and the webhook are there.
        </Notice>
      ) : (
        <>
          <p className="text-soft">Do these in Braintree’s control panel, then check again.</p>
          <ul className="mt-2 divide-y divide-line">
            {entries.map(({ item, name, message, severity }) => (
              <li key={`${item} ${name}`} className="py-3 last:pb-0">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium break-words">
                    {itemWords[item] ?? item} <code className="font-normal text-soft">{name}</code>
                  </span>
                  {severity === 'MISSING' ? (
                    <Badge tone="danger">Missing</Badge>
                  ) : (
                    <Badge tone="warning">Recommended</Badge>
                  )}
                </p>
                <p className="mt-0.5 break-words text-soft">{message}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
