import type { StatisticsReferrer } from '@goodword/client'
import { useNavigate } from '@tanstack/react-router'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'

/** Opens the page of a referrer of a list; of one who was erased there is none. */
export function useOpenReferrer(): (referrer: StatisticsReferrer) => void {
  const tenantAlias = useTenantAlias()
  const navigate = useNavigate()
  return ({ accountId, userId }) => {
    if (accountId === null || userId === null) return
    void navigate({
      to: '/$tenantAlias/users/$accountId/$userId',
      params: { tenantAlias, accountId, userId },
    })
  }
}
