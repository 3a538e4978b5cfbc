import type { Connection } from '@goodword/client'
import { Section } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { useRole } from '../../../session/use-role.ts'
import { ControlPanel } from './control-panel.tsx'
import { ConnectLocalGateway, useLocalGateway } from './local-gateway.tsx'
import { processorOf } from './processors/processors.ts'
import { localSetupText, setupText } from './setup-words.ts'

type Entry = Connection['missingSetup'][number]

const itemWords: Readonly<Record<Entry['item'], string>> = {
  CUSTOM_FIELD: 'Custom field',
  DISCOUNT: 'Discount',
  PERMISSION: 'Permission',
  PROMOTION_CODE: 'Promotion codes',
  WEBHOOK: 'Webhook',
}

/** What is to be set up at the processor, with what to do. */
export function MissingSetup({ connection }: { readonly connection: Connection }) {
  const { missingSetup, setupWarnings, environment, processor } = connection
  const isLocal = environment.startsWith('http')
  const gateway = useLocalGateway()
  const { canWrite } = useRole()
  const isOurs = gateway?.url === environment && gateway.processor === processor
  const canSetUp = canWrite && isOurs && (missingSetup.length > 0 || connection.state === 'BROKEN')
  const entries = [
    ...missingSetup.map((it) => ({ ...it, isMissing: true })),
    ...setupWarnings.map((it) => ({ ...it, isMissing: false })),
  ]
  return (
    <Section title="Set-up at the processor">
      {canSetUp && (
        <div className="mb-4">
          <ConnectLocalGateway gateway={gateway} connection={connection} />
        </div>
      )}
      {entries.length === 0 ? (
        <Notice kind="good" title="Nothing is missing">
          {processorOf(connection.processor).complete}
        </Notice>
      ) : (
        <>
          <p className="text-soft">
            <ControlPanel connection={connection} place="setup" /> Then press “Check again”.
          </p>
          <ul className="mt-2 divide-y divide-line">
            {entries.map(({ item, name, message, isMissing }) => (
              <li key={`${item} ${name}`} className="py-3 last:pb-0">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-medium break-words">
                    {itemWords[item] ?? item}{' '}
                    {item !== 'WEBHOOK' && <code className="font-normal text-soft">{name}</code>}
                  </span>
                  {isMissing ? (
                    <Badge tone="danger">Missing</Badge>
                  ) : (
                    <Badge tone="warning">Recommended</Badge>
                  )}
                </p>
                <p className="mt-0.5 break-words text-soft">
                  {isLocal ? localSetupText({ item, message }) : setupText(message)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
