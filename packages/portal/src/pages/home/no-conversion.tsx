import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Notice } from '../../components/notice.tsx'

/** What has to happen while there are referrals, and none has ever converted; nothing afterwards. */
export function NoConversion() {
  const tenantAlias = useTenantAlias()
  const converted = useOperation('listReferrals', { query: { sort: 'dateConverted', limit: 1 } })
  const isMissing = converted.data?.count === 0
  const integration = useOperation('readIntegration', undefined, { enabled: isMissing })
  if (!isMissing || integration.data === undefined) return null
  const isConnected = integration.data.steps.some(
    ({ step, state }) => step === 'PROCESSOR_CONNECTED' && state === 'DONE',
  )
  return (
    <Notice
      kind="info"
      title="No friend has paid yet"
      actions={
        <>
          <Link to="/$tenantAlias/referrals" params={{ tenantAlias }} search={{ status: 'IN_PROGRESS' }}>
            See who is in progress
          </Link>
          {!isConnected && (
            <Link to="/$tenantAlias/install" params={{ tenantAlias }} search={{ tab: 'authorize' }}>
              Connect your payment processor
            </Link>
          )}
        </>
      }
    >
      {isConnected
        ? 'A referral converts with the first payment that your payment processor charges the friend. Rewards of referrers, revenue and cost appear here then.'
        : 'A referral converts when your server reports the status PAID of the friend’s account, or when a connected payment processor charges it. Rewards of referrers, revenue and cost appear here then.'}
    </Notice>
  )
}
