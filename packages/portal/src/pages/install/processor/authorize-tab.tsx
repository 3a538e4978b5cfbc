import { useEffect, useState } from 'react'
import { useConnection } from '../../../api/use-connection.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Section } from '../../../components/page.tsx'
import { TextSkeleton } from '../../../components/skeleton.tsx'
import { useToast } from '../../../components/toast.tsx'
import { useRole } from '../../../session/use-role.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectionView } from './connection-view.tsx'

const POLL_MS = 10_000
const REMOVAL_POLL_MS = 2_000

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
  if (connection.data === null) return <NotConnected />
  if (connection.data !== undefined) return <ConnectionView connection={connection.data} />
  return (
    <Section title="Payment processor">
      {connection.isError ? (
        <ErrorState error={connection.error} onRetry={connection.refetch} />
      ) : (
        <TextSkeleton label="Connection" lines={8} />
      )}
    </Section>
  )
}

function NotConnected() {
  const { canWrite } = useRole()
  const isLive = useTenant()?.mode === 'live'
  return (
    <div className="max-w-2xl">
      <Section title="Connect Braintree">
        <p className="mb-4 text-soft">
          Connect your merchant at the payment processor, so that payments complete referrals and discounts
          are taken off the bills by themselves. In Braintree’s control panel of{' '}
          {isLive ? 'production' : 'the sandbox'}, open Settings → API to find the three values.{' '}
          <a href="/docs/guides/braintree" target="_blank" rel="noreferrer" className="text-link underline">
            Guide: Braintree
          </a>
        </p>
        {canWrite ? (
          <ConnectForm connection={null} />
        ) : (
          <Notice kind="info" title="No payment processor is connected">
            Owners and admins can connect one.
          </Notice>
        )}
      </Section>
    </div>
  )
}
