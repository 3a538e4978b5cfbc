import type { Connection } from '@goodword/client'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/fields/copy-field.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { NewTabLink, ProgramLink } from '../../../components/links.tsx'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { Section } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { codeEntry, KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { State } from '../../../components/texts/state.tsx'
import { count } from '../../../format/number-text.ts'
import { useRole } from '../../../session/use-session.ts'
import { ConnectForm, ConnectLocalGateway, useLocalGateway } from './connect-form.tsx'
import type { ProcessorForm } from './processors/processor-form.ts'
import { capitalized, processorOf } from './processors/processors.ts'
import { localSetupText, setupText } from './setup-words.ts'

const choices = [
  {
    value: 'LEAVE',
    label: 'Leave the discounts at the processor',
    hint: 'They are no longer changed, and do not end when a reward ends. Promotion codes that the program made end.',
  },
  {
    value: 'REMOVE',
    label: 'Remove the discounts first',
    hint: 'Each next bill is made without one. The keys are deleted after the last is removed, which may take minutes. Promotion codes that the program made end.',
  },
] as const

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
            codeEntry(form.accountWord, merchantId),
            publicKey !== null && ['Public Key', <code key="public">••••{publicKey.slice(-4)}</code>],
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
    <Section title="Webhook at the processor" isStack>
      <p className="text-soft">
        <ControlPanel connection={connection} place="webhooks" /> {isLocal ? webhook.local : webhook.real} The
        URL contains a secret: do not publish it.
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

type Props = {
  readonly isOpen: boolean
  readonly merchantId: string
  /** The discounts are being removed already: the remaining ones can be left as they are. */
  readonly isRemoving: boolean
  readonly onClose: () => void
}

type Discounts = 'LEAVE' | 'REMOVE'

function DisconnectDialog({ isOpen, merchantId, isRemoving, onClose }: Props) {
  const [choice, setChoice] = useState<Discounts>('LEAVE')
  const discounts = useOperation('listDiscounts', { query: { limit: 1 } }, { enabled: isOpen })
  const disconnect = useMutationWithToast('removeConnection', {
    done: ({ state, discountsLeft }) =>
      state === 'REMOVING'
        ? 'Disconnecting. The keys are deleted when everything has ended at the processor.'
        : `Disconnected. ${leftText(discountsLeft)}`,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isRemoving ? 'Disconnect now?' : 'Disconnect the payment processor?'}
      action={isRemoving ? 'Disconnect now' : 'Disconnect'}
      typed={merchantId}
      mutation={disconnect}
      onConfirm={() => disconnect.mutate({ query: { discounts: isRemoving ? 'LEAVE' : choice } })}
    >
      {isRemoving ? (
        <p>
          The stored keys are deleted at once. Discounts that are not removed yet stay at the processor, and
          do not end when a reward ends. Promotion codes that have not ended yet can still be entered.
        </p>
      ) : (
        <>
          <p>
            {subscriptionsText(discounts.data?.totalCount)} The stored keys are deleted, and payments no
            longer complete referrals. Rewards stay: a new connection applies what is left of them.
          </p>
          <RadioGroup label="The discounts" options={choices} value={choice} onChange={setChoice} />
        </>
      )}
    </ConfirmDialog>
  )
}

function subscriptionsText(total: number | null | undefined): string {
  if (total === undefined) return 'Counting the live subscriptions with referral discounts …'
  if (total === 0) return 'No live subscription has a referral discount now.'
  const number = total === null ? 'More than 10,000 live subscriptions' : count(total, 'live subscription')
  return `${number} ${total === 1 ? 'has' : 'have'} a referral discount or a reward.`
}

type NotificationKindsProps = { readonly kinds: Connection['notificationKinds'] }

/** The kinds of notifications to choose at the processor, and which of them came. */
function NotificationKinds({ kinds }: NotificationKindsProps) {
  return (
    <Section
      title="Kinds of notifications"
      actions={
        <ProgramLink page="install" search={{ tab: 'notifications' }}>
          Notifications received
        </ProgramLink>
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

type Entry = Connection['missingSetup'][number]

const itemWords: Readonly<Record<Entry['item'], string>> = {
  CUSTOM_FIELD: 'Custom field',
  DISCOUNT: 'Discount',
  PERMISSION: 'Permission',
  PROMOTION_CODE: 'Promotion codes',
  WEBHOOK: 'Webhook',
}

/** The missing steps of the set-up at the processor, with instructions. */
function MissingSetup({ connection }: { readonly connection: Connection }) {
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

type PanelProps = {
  readonly connection: Pick<Connection, 'processor' | 'environment'>
  readonly place: 'setup' | 'webhooks'
}

/** Where something is set up at the processor: in its dashboard, or on the page of a local one. */
function ControlPanel({ connection: { processor, environment }, place }: PanelProps) {
  const { places, called } = processorOf(processor)
  if (called === null || !environment.startsWith('http')) return <>{places[place]}</>
  return (
    <>
      <NewTabLink href={environment}>Open the page of the {called.local.name}</NewTabLink>
      {`, ${called.local[place]}`}
    </>
  )
}

/** The discounts that are left at the processor, in a sentence. */
function leftText(discountsLeft: number): string {
  if (discountsLeft === 0) return 'No subscription at the processor has a referral discount.'
  const verb = discountsLeft === 1 ? 'has' : 'have'
  return `${count(discountsLeft, 'subscription')} at the processor still ${verb} a referral discount.`
}

type RemovalNoticeProps = {
  readonly removal: NonNullable<Connection['removal']>
  /** Null for who may not disconnect. */
  readonly onDisconnectNow: (() => void) | null
}

/** How far the removal has come; the connection goes with the last discount or promotion code. */
function RemovalNotice({ removal, onDisconnectNow }: RemovalNoticeProps) {
  const { discountsLeft, discountsStuck, dateRequested } = removal
  return (
    <Notice
      kind={discountsStuck > 0 ? 'warning' : 'info'}
      title={
        discountsLeft > 0
          ? 'Disconnecting: the discounts are being removed'
          : 'Disconnecting: promotion codes are being ended'
      }
      actions={onDisconnectNow !== null && <Button onClick={onDisconnectNow}>Disconnect now</Button>}
    >
      <div role="status">
        {discountsLeft > 0
          ? `${leftText(discountsLeft)} The keys are deleted after the last is removed.`
          : 'The keys are deleted after the last has ended.'}{' '}
        Requested <DateTime at={dateRequested} />.{' '}
        {discountsStuck > 0 && (
          <>
            {count(discountsStuck, 'discount')} cannot be removed for now:{' '}
            <ProgramLink isPlain page="discounts">
              see why
            </ProgramLink>
            . They are tried again.
          </>
        )}{' '}
        To keep the connection, replace the keys with the same ones.
      </div>
    </Notice>
  )
}
