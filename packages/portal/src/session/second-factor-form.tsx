import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { portalCall } from '../api/portal-call.ts'
import { Button } from '../components/button.tsx'
import { Form } from '../components/form.tsx'
import { TextField } from '../components/text-field.tsx'
import type { SignInStep } from './sign-in-methods.ts'

type SecondFactorFormProps = { readonly onSignedIn: () => void; readonly onBack: () => void }

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onSignedIn, onBack }: SecondFactorFormProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const path = isRecovery ? 'verify-backup-code' : 'verify-totp'
  const verify = useMutation({
    mutationFn: () =>
      portalCall<SignInStep>('POST', `/portal/auth/two-factor/${path}`, { code: code.replaceAll(' ', '') }),
    onSuccess: onSignedIn,
  })
  return (
    <Form onSubmit={() => verify.mutate()} error={verify.error} label="Second step of the sign-in">
      <TextField
        key={path}
        label={isRecovery ? 'Recovery code' : 'Code of your authenticator app'}
        name="code"
        value={code}
        onChange={setCode}
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        isCode
        autoFocus
        required
      />
      <Button type="submit" kind="primary" isBusy={verify.isPending} isWide>
        Continue
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            setCode('')
            setRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
    </Form>
  )
}
