import { useEffect, useState } from 'react'
import { useConnection } from '../../../api/use-connection.ts'
import { ErrorState } from '../../../components/error-state.tsx'
import { Section } from '../../../components/page.tsx'
import { TextSkeleton } from '../../../components/skeleton.tsx'
import { useToast } from '../../../components/toast.tsx'
import { ConnectProcessor } from './connect-processor.tsx'
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
  if (connection.data === null) return <ConnectProcessor />
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
