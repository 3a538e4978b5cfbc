import type { Connection } from '@goodword/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { portalCall } from '../../../api/portal-call.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { readWithSignIn, withSignIn } from '../../../api/with-sign-in.ts'
import { Button } from '../../../components/button.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { useTenant } from '../../../session/use-tenant.ts'
import { processorOf } from './processors/processors.ts'

type Gateway = { readonly processor: 'braintree' | 'stripe'; readonly url: string }

/** The payment processor that the start of the service opened on its machine; null while it is not known, and in live programs. */
export function useLocalGateway(): Gateway | null {
  const isTest = useTenant()?.mode === 'test'
  const { data } = useQuery({
    queryKey: ['local-gateway'],
    queryFn: () =>
      readWithSignIn(() => portalCall<{ readonly gateway: Gateway | null }>('GET', '/portal/local-gateway')),
    enabled: isTest,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return isTest ? (data?.gateway ?? null) : null
}

type LocalGatewayProps = {
  readonly gateway: Gateway
  /** The connection to it that is there already; null for none. */
  readonly connection: Connection | null
}

/** Connects the program to the gateway on this machine, with all that is to be set up there. */
export function ConnectLocalGateway({ gateway, connection }: LocalGatewayProps) {
  const alias = useTenantAlias()
  const queries = useQueryClient()
  const showToast = useToast()
  const connect = useMutation({
    mutationFn: () =>
      withSignIn(() => portalCall<Connection>('POST', `/portal/local-gateway/${encodeURIComponent(alias)}`)),
    onSuccess: async () => {
      showToast({ text: 'The program is connected to the local gateway, and nothing is left to set up.' })
      await queries.invalidateQueries({ queryKey: [alias] })
    },
  })
  const name = processorOf(gateway.processor).name
  const isNew = connection === null
  return (
    <div className="flex flex-col gap-3">
      <Notice
        kind="info"
        title={`A local ${name} runs at ${gateway.url.replace(/^https?:\/\//, '')}`}
        actions={
          <Button kind="primary" isBusy={connect.isPending} onClick={() => connect.mutate()}>
            {isNew ? 'Connect the local gateway' : 'Set up the local gateway'}
          </Button>
        }
      >
        {isNew
          ? 'It charges test cards only. One press makes an account of this program there, sets it up and connects it.'
          : 'One press makes there what is missing. A gateway that began anew gets a new account.'}
      </Notice>
      {connect.isError && <ErrorState error={connect.error} />}
    </div>
  )
}
