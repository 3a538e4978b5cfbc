import type { Connection } from '@goodword/client'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { KeyValueList } from '../../../components/key-value-list.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Section } from '../../../components/page.tsx'
import { State } from '../../../components/state.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useRole } from '../../../session/use-role.ts'
import { ConnectForm } from './connect-form.tsx'
import { ControlPanel } from './control-panel.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { MissingSetup } from './missing-setup.tsx'
import { NotificationKinds } from './notification-kinds.tsx'
import type { ProcessorForm } from './processors/processor-form.ts'
import { capitalized, processorOf } from './processors/processors.ts'
import { RemovalNotice } from './removal-notice.tsx'

export function ConnectionView({ connection }: { readonly connection: Connection }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <Health connection={connection} />
        <WebhookUrl connection={connection} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <MissingSetup connection={connection} />
        {connection.notificationKinds.length > 0 && (
          <NotificationKinds kinds={connection.notificationKinds} />
        )}
      </div>
    </div>
  )
}

function Health({ connection }: { readonly connection: Connection }) {
  const { canWrite } = useRole()
  const showToast = useToast()
  const [open, setOpen] = useState<'keys' | 'disconnect' | null>(null)
  const check = useMutationOf('checkConnection', {
    onSuccess: ({ state }) =>
      showToast({
        text: state === 'ACTIVE' ? 'The connection works.' : 'Checked. See what is missing.',
        kind: state === 'BROKEN' ? 'danger' : 'good',
      }),
  })
  const { state, merchantId, publicKey, lastError, removal } = connection
  const form = processorOf(connection.processor)
  return (
    <Section title="Connection" actions={<State kind="connection" value={state} />}>
      <div className="flex flex-col gap-4">
        {removal !== null && (
          <RemovalNotice removal={removal} onDisconnectNow={canWrite ? () => setOpen('disconnect') : null} />
        )}
        {lastError !== null && (
          <Notice
            kind={state === 'BROKEN' ? 'danger' : 'warning'}
            title={state === 'BROKEN' ? 'The connection is broken' : 'The last error'}
          >
            {lastError.message} (<DateTime at={lastError.date} />)
          </Notice>
        )}
        <KeyValueList
          entries={[
            ['Processor', capitalized(form.name)],
            [
              'Environment',
              <span key="environment" className="break-all">
                {environmentWords(connection, form)}
              </span>,
            ],
            [
              form.accountWord,
              <code key="merchant" className="break-all">
                {merchantId}
              </code>,
            ],
            ...(publicKey === null
              ? []
              : [['Public Key', <code key="public">••••{publicKey.slice(-4)}</code>] as const]),
            ...form.secrets.map((it) => [it, 'Stored encrypted, never shown'] as const),
            ['Connected', <DateTime key="connected" at={connection.dateConnected} />],
            ['Last call', <DateTime key="called" at={connection.dateLastCall} />],
            ['Calls today', callWords(connection)],
            ['Last notification', <DateTime key="notified" at={connection.dateLastNotification} />],
          ]}
        />
        {check.isError && <ErrorState error={check.error} />}
        {canWrite && (
          <div className="flex flex-wrap gap-2">
            <Button isBusy={check.isPending} onClick={() => check.mutate(undefined)}>
              Check again
            </Button>
            {form.called !== null && <Button onClick={() => setOpen('keys')}>Replace the keys</Button>}
            {removal === null && <Button onClick={() => setOpen('disconnect')}>Disconnect</Button>}
          </div>
        )}
      </div>
      <Dialog isOpen={open === 'keys'} onClose={() => setOpen(null)} title="Replace the keys">
        <p className="mb-4 text-soft">
          The new keys are checked by a call to {form.name}. If it rejects them, the present ones stay.
        </p>
        <ConnectForm form={form} connection={connection} onDone={() => setOpen(null)} />
      </Dialog>
      <DisconnectDialog
        isOpen={open === 'disconnect'}
        merchantId={merchantId}
        isRemoving={removal !== null}
        onClose={() => setOpen(null)}
      />
    </Section>
  )
}

function WebhookUrl({ connection }: { readonly connection: Connection }) {
  const { webhookUrl, clockUrl, environment } = connection
  const isLocal = environment.startsWith('http')
  const { called } = processorOf(connection.processor)
  if (called === null) return null
  const { webhook, clock } = called
  return (
    <Section title="Webhook at the processor">
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          <ControlPanel connection={connection} place="webhooks" /> {isLocal ? webhook.local : webhook.real}{' '}
          The URL contains a secret: do not publish it.
        </p>
        {webhookUrl === null ? (
          <p>Owners and admins see the URL here.</p>
        ) : (
          <CopyField label="Webhook URL" value={webhookUrl} />
        )}
        {isLocal && clockUrl !== null && (
          <>
            <p className="text-soft">{clock}</p>
            <CopyField label="Clock URL" value={clockUrl} />
          </>
        )}
      </div>
    </Section>
  )
}

function callWords({ callsToday, dailyCallBudget }: Connection): string {
  const calls = `${callsToday.toLocaleString()} of ${dailyCallBudget.toLocaleString()}`
  if (callsToday < dailyCallBudget) return calls
  return `${calls}, so routine comparisons of discounts wait for the next day`
}

function environmentWords({ environment }: Connection, { called }: ProcessorForm): string {
  if (environment === 'sandbox') return 'Sandbox'
  return environment === 'production'
    ? 'Production'
    : `${capitalized(called?.local.name ?? 'local')}, ${environment}`
}
