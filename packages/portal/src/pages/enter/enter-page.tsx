import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { portalCall } from '../../api/portal-call.ts'
import { Button } from '../../components/button.tsx'
import { PublicFrame } from '../../layout/public-frame.tsx'
import { LinkProblem, useArrive } from '../../session/one-time-link.tsx'

const route = getRouteApi('/enter')

/** The link of a start of the service: it signs in once, by a request that previews of links do not send. */
export function EnterPage() {
  const { token } = route.useSearch()
  const arrive = useArrive()
  const enter = useMutation({
    mutationFn: () => portalCall<{ readonly tenantAlias: string }>('POST', '/portal/enter', { token }),
    onSuccess: arrive,
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || token === undefined) return
    hasBegun.current = true
    enter.mutate()
  })
  const remedy = 'The service prints a new one at each start.'
  return (
    <PublicFrame title="Open the portal">
      {token === undefined || enter.isError ? (
        <LinkProblem error={enter.error} remedy={remedy} />
      ) : (
        <Button kind="primary" isBusy={enter.isPending} onClick={() => enter.mutate()} isWide>
          {enter.isPending ? 'Signing in …' : 'Sign in with this link'}
        </Button>
      )}
    </PublicFrame>
  )
}
