import type { Connection } from '@goodword/client'
import { DEFAULT_CALL_BUDGET } from '@goodword/contract/billing/connection-credentials'
import { connectProcessor } from '@goodword/contract/billing/connection-endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { portalCall } from '../../../api/portal-call.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { withSignIn } from '../../../api/with-sign-in.ts'
import { Button } from '../../../components/button.tsx'
import { Form } from '../../../components/fields/form.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { usePortalQuery } from '../../../session/use-portal-mutation.ts'
import { useTenant } from '../../../session/use-session.ts'
import { gatewayAddress } from './gateway-address.ts'
import type { ProcessorForm } from './processors/processor-form.ts'
import { capitalized, processorOf } from './processors/processors.ts'

type Props = {
  readonly form: ProcessorForm
  /** The present connection, to replace its keys; null for none. */
  readonly connection: Connection | null
  readonly onDone?: () => void
}

/** The account at a processor and its keys; secrets are written only. */
export function ConnectForm({ form, connection, onDone = () => undefined }: Props) {
  const isLive = useTenant()?.mode === 'live'
  const present = connection?.environment ?? 'sandbox'
  const [kind, setKind] = useState<'sandbox' | 'local'>(present.startsWith('http') ? 'local' : 'sandbox')
  const [typed, setTyped] = useState(present.startsWith('http') ? present : null)
  const gateway = useLocalGateway()
  // Known values are filled in, and can be changed.
  const address = typed ?? (gateway?.processor === form.processor ? gateway.url : '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({
    merchantId: connection?.merchantId ?? '',
  })
  const [callBudget, setCallBudget] = useState(String(connection?.dailyCallBudget ?? DEFAULT_CALL_BUDGET))
  const connect = useMutationWithToast('connectProcessor', {
    done: form.called === null ? 'The program is connected.' : `${form.name} accepted the keys.`,
    onSuccess: onDone,
  })
  const { called } = form
  const isLocal = called !== null && kind === 'local'
  const environment = isLive ? 'production' : isLocal ? gatewayAddress(address) : 'sandbox'
  const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
  const body = {
    ...form.body(environment, trimmed),
    ...(called === null || callBudget.trim() === '' ? {} : { dailyCallBudget: Number(callBudget) }),
  }
  return (
    <Form
      label={`Connection to ${form.name}`}
      onSubmit={() => connect.mutate({ body })}
      error={connect.error}
      rules={bodyRules(connectProcessor.body, body)}
    >
      {isLive ? (
        <p>
          <span className="font-medium">Environment:</span> Production, as this is the live program.
        </p>
      ) : (
        called !== null && (
          <RadioGroup
            label="Environment"
            options={[
              { value: 'sandbox', label: 'Sandbox', hint: called.sandboxHint },
              {
                value: 'local',
                label: capitalized(called.local.name),
                hint: 'On your own machine, for development.',
              },
            ]}
            value={kind}
            onChange={setKind}
          />
        )
      )}
      {!isLive && isLocal && (
        <TextField
          label={called.local.addressLabel}
          name="environment"
          value={address}
          onChange={setTyped}
          type="url"
          isCode
          hint={called.local.hint}
        />
      )}
      {form.fields.map(({ name, label, hint, isSecret, isOptional }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          value={values[name] ?? ''}
          onChange={(value) => setValues((all) => ({ ...all, [name]: value }))}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          isCode
          isOptional={isOptional}
          hint={hint}
        />
      ))}
      {called !== null && (
        <TextField
          label="Calls a day"
          name="dailyCallBudget"
          value={callBudget}
          onChange={setCallBudget}
          autoComplete="off"
          inputMode="numeric"
          hint={`After so many calls to ${form.name}, routine comparisons of discounts wait for the next day. What is urgent does not.`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" isBusy={connect.isPending}>
          {connection === null ? 'Connect' : 'Replace the keys'}
        </Button>
      </div>
    </Form>
  )
}

type Gateway = { readonly processor: 'braintree' | 'stripe'; readonly url: string }

/** The payment processor that the start of the service opened on its machine; null while it is not known, and in live programs. */
export function useLocalGateway(): Gateway | null {
  const isTest = useTenant()?.mode === 'test'
  const { data } = usePortalQuery<{ readonly gateway: Gateway | null }>(
    ['local-gateway'],
    '/portal/local-gateway',
    {
      enabled: isTest,
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
  return isTest ? (data?.gateway ?? null) : null
}

type LocalGatewayProps = {
  readonly gateway: Gateway
  /** The connection to it that is there already; null for none. */
  readonly connection: Connection | null
}

/** Connects the program to the gateway on this machine, with its whole set-up there. */
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
