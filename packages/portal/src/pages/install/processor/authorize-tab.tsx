import { useEffect, useState } from 'react'
import { useConnection } from '../../../api/use-connection.ts'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { NewTabLink } from '../../../components/links.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { Section } from '../../../components/page.tsx'
import { Unread } from '../../../components/texts/error-state.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { useRole, useTenant } from '../../../session/use-session.ts'
import { ConnectForm, ConnectLocalGateway, useLocalGateway } from './connect-form.tsx'
import { ConnectionView } from './connection-view.tsx'
import { DashboardPicture } from './processors/dashboard-picture.tsx'
import type { ProcessorForm } from './processors/processor-form.ts'
import { capitalized, processorOf, processors } from './processors/processors.ts'

const POLL_MS = 10_000

const REMOVAL_POLL_MS = 2_000

const choices = processors.map(({ processor, name, choice }) => ({
  value: processor,
  label: capitalized(name),
  hint: choice,
}))

/** The connection to the payment processor, which sees payments and takes the discounts off the bills. */
export function AuthorizeTab() {
  const [isRemoving, setIsRemoving] = useState(false)
  const connection = useConnection({ refreshMs: isRemoving ? REMOVAL_POLL_MS : POLL_MS })
  const showToast = useToast()
  const { data } = connection
  useEffect(() => {
    if (data === undefined) return
    setIsRemoving(data !== null && data.removal !== null)
    if (isRemoving && data === null)
      showToast({ text: 'The payment processor is disconnected.', kind: 'good' })
  }, [data, isRemoving, showToast])
  if (connection.data === null) return <ConnectProcessor />
  if (connection.data !== undefined) return <ConnectionView connection={connection.data} />
  return (
    <Section title="Payment processor">
      <Unread query={connection} label="Connection" lines={8} />
    </Section>
  )
}

/** The choice of a processor, and what connects it; another one has another form, so nothing typed goes to the wrong one. */
function ConnectProcessor() {
  const { canWrite } = useRole()
  const gateway = useLocalGateway()
  const [picked, setPicked] = useState<ProcessorForm['processor'] | null>(null)
  const chosen = picked ?? gateway?.processor ?? 'braintree'
  const form = processorOf(chosen)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title={`Connect ${form.name}`}>
        <p className="mb-4 text-soft">
          Connect your account at the payment processor, so that payments complete referrals and discounts are
          taken off the bills by themselves.
        </p>
        {canWrite && gateway !== null && (
          <div className="mb-4">
            <ConnectLocalGateway gateway={gateway} connection={null} />
          </div>
        )}
        <div className="mb-4">
          <RadioGroup label="Payment processor" options={choices} value={chosen} onChange={setPicked} />
        </div>
        {canWrite ? (
          <ConnectForm key={chosen} form={form} connection={null} />
        ) : (
          <Notice kind="info" title="No payment processor is connected">
            Owners and admins can connect one.
          </Notice>
        )}
      </Section>
      <WhereToLook form={form} />
    </div>
  )
}

function WhereToLook({
  form: { name, explanation, guide, picture, rights },
}: {
  readonly form: ProcessorForm
}) {
  const isLive = useTenant()?.mode === 'live'
  return (
    <Section title={picture === null ? 'What your server does' : `Where to look at ${name}`}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">
          {explanation(isLive)} <NewTabLink href={guide}>Guide: {capitalized(name)}</NewTabLink>
        </p>
        {picture !== null && <DashboardPicture picture={picture} />}
        {rights.length > 0 && (
          <div>
            <h3 className="font-medium">Rights of the key</h3>
            <ul className="mt-1 list-disc pl-6 text-soft sm:columns-2">
              {rights.map((it) => (
                <li key={it} className="break-inside-avoid">
                  {it}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Section>
  )
}
