import type { Connection } from '@goodword/client'
import { DEFAULT_CALL_BUDGET } from '@goodword/contract/billing/connection-credentials'
import { connectProcessor } from '@goodword/contract/billing/connection-endpoints'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { Form } from '../../../components/fields/form.tsx'
import { RadioGroup } from '../../../components/fields/radio-group.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { gatewayAddress } from './gateway-address.ts'
import { useLocalGateway } from './local-gateway.tsx'
import type { ProcessorForm } from './processors/processor-form.ts'
import { capitalized } from './processors/processors.ts'

type Props = {
  readonly form: ProcessorForm
  /** The present connection, to replace its keys; null for none. */
  readonly connection: Connection | null
  readonly onDone?: () => void
}

/** The account at a processor and its keys; secrets are written only. */
export function ConnectForm({ form, connection, onDone = () => undefined }: Props) {
  const isLive = useTenant()?.mode === 'live'
  const showToast = useToast()
  const present = connection?.environment ?? 'sandbox'
  const [kind, setKind] = useState<'sandbox' | 'local'>(present.startsWith('http') ? 'local' : 'sandbox')
  const [typed, setTyped] = useState(present.startsWith('http') ? present : null)
  const gateway = useLocalGateway()
  // What the service knows is filled in, and can be changed.
  const address = typed ?? (gateway?.processor === form.processor ? gateway.url : '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({
    merchantId: connection?.merchantId ?? '',
  })
  const [callBudget, setCallBudget] = useState(String(connection?.dailyCallBudget ?? DEFAULT_CALL_BUDGET))
  const connect = useMutationOf('connectProcessor', {
    onSuccess: () => {
      showToast({ text: called === null ? 'The program is connected.' : `${form.name} accepted the keys.` })
      onDone()
    },
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
