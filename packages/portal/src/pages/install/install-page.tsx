import { useOperation } from '../../api/use-operation.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'

export function InstallPage() {
  return (
    <Page
      title="Install"
      description="What your site and your payment processor need to know of this program."
    >
      <div className="flex flex-col gap-6">
        <CodeBlock
          label="Script"
          code={`<script>window._gw = window._gw || []</script>\n<script async src="${location.origin}/s/v1/goodword.js"></script>`}
        />
        <Section title="Payment processor">
          <ConnectionState />
        </Section>
      </div>
    </Page>
  )
}

function ConnectionState() {
  const connection = useOperation('readConnection', undefined)
  if (connection.isError)
    return <p className="text-soft">No payment processor is connected to this program.</p>
  if (connection.data === undefined) return <TextSkeleton label="Connection" lines={4} />
  const { state, merchantId, webhookUrl, dateLastNotification } = connection.data
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        entries={[
          ['State', <State key="state" kind="connection" value={state} />],
          ['Merchant ID', <code key="merchant">{merchantId}</code>],
          ['Last notification', <DateTime key="notified" at={dateLastNotification} />],
        ]}
      />
      <CopyField label="Webhook URL" value={webhookUrl} />
    </div>
  )
}
