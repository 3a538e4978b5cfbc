import type { Connection } from '@goodword/client'
import { DEFAULT_CALL_BUDGET } from '@goodword/contract/connection-credentials'
import { connectProcessor } from '@goodword/contract/endpoints/connect-processor'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { Form } from '../../../components/form.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { useToast } from '../../../components/toast.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { gatewayAddress } from './gateway-address.ts'

type Props = {
  /** The present connection, to replace its keys; null for none. */
  readonly connection: Connection | null
  readonly onDone?: () => void
}

const testEnvironments = [
  { value: 'sandbox', label: 'Sandbox', hint: 'Braintree’s own test system. No real money moves.' },
  { value: 'local', label: 'Local gateway', hint: 'A gateway on your own machine, for development.' },
] as const

/** Merchant ID and keys; the private key is written only. */
export function ConnectForm({ connection, onDone = () => undefined }: Props) {
  const isLive = useTenant()?.mode === 'live'
  const showToast = useToast()
  const present = connection?.environment ?? 'sandbox'
  const [kind, setKind] = useState<'sandbox' | 'local'>(present.startsWith('http') ? 'local' : 'sandbox')
  const [address, setAddress] = useState(present.startsWith('http') ? present : '')
  const [merchantId, setMerchantId] = useState(connection?.merchantId ?? '')
  const [publicKey, setPublicKey] = useState('')
  const [privateKey, setPrivateKey] = useState('')
  const [callBudget, setCallBudget] = useState(String(connection?.dailyCallBudget ?? DEFAULT_CALL_BUDGET))
  const connect = useMutationOf('connectProcessor', {
    onSuccess: () => {
      showToast({ text: 'The payment processor accepted the keys.' })
      onDone()
    },
  })
  const environment = isLive ? 'production' : kind === 'local' ? gatewayAddress(address) : 'sandbox'
  const body = {
    processor: 'braintree' as const,
    environment,
    merchantId: merchantId.trim(),
    publicKey: publicKey.trim(),
    privateKey: privateKey.trim(),
    ...(callBudget.trim() === '' ? {} : { dailyCallBudget: Number(callBudget) }),
  }
  return (
    <Form
      label="Keys of the payment processor"
      onSubmit={() => connect.mutate({ body })}
      error={connect.error}
      rules={bodyRules(connectProcessor.body, body)}
    >
      {isLive ? (
        <p>
          <span className="font-medium">Environment:</span> Production, as this is the live program.
        </p>
      ) : (
        <RadioGroup label="Environment" options={testEnvironments} value={kind} onChange={setKind} />
      )}
      {!isLive && kind === 'local' && (
        <TextField
          label="Address of the gateway"
          name="environment"
          value={address}
          onChange={setAddress}
          type="url"
          isCode
          placeholder="http://127.0.0.1:3001"
          hint="Such as http://127.0.0.1:3001, which npm start opens. Its page shows the three values under Set-up."
        />
      )}
      <TextField
        label="Merchant ID"
        name="merchantId"
        value={merchantId}
        onChange={setMerchantId}
        autoComplete="off"
        isCode
      />
      <TextField
        label="Public Key"
        name="publicKey"
        value={publicKey}
        onChange={setPublicKey}
        autoComplete="off"
        isCode
      />
      <TextField
        label="Private Key"
        name="privateKey"
        value={privateKey}
        onChange={setPrivateKey}
        type="password"
        autoComplete="off"
        isCode
        hint="Stored encrypted, and never shown again."
      />
      <TextField
        label="Calls a day"
        name="dailyCallBudget"
        value={callBudget}
        onChange={setCallBudget}
        autoComplete="off"
        inputMode="numeric"
        hint="After so many calls to Braintree, routine comparisons of discounts wait for the next day. What is urgent does not."
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="primary"
          isBusy={connect.isPending}
          disabled={Object.values(body).includes('')}
        >
          {connection === null ? 'Connect' : 'Replace the keys'}
        </Button>
      </div>
    </Form>
  )
}
