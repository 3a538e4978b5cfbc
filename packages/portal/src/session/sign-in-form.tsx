import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, LogIn } from 'lucide-react'
import { useState } from 'react'
import { portalCall } from '../api/portal-call.ts'
import { Button } from '../components/button.tsx'
import { Form } from '../components/fields/form.tsx'
import { TextField } from '../components/fields/text-field.tsx'
import { canUsePasskeys, signInByPasskey } from './passkey.ts'
import { type SignInStep, signInMethodsQuery } from './sign-in-methods.ts'

type SignInFormProps = {
  /** The address of the person who signs in again; it cannot be changed then. */
  readonly email?: string | undefined
  /** False for a person who is known to have none, who signs in again in another way. */
  readonly hasPassword?: boolean
  readonly onSignedIn: () => void
}

/** Password and second factor, passkey, or single sign-on. */
export function SignInForm({ email, hasPassword = true, onSignedIn }: SignInFormProps) {
  return hasPassword ? (
    <PasswordForm email={email} onSignedIn={onSignedIn} />
  ) : (
    <OtherWays onSignedIn={onSignedIn} />
  )
}

function PasswordForm({ email: fixedEmail, onSignedIn }: Omit<SignInFormProps, 'hasPassword'>) {
  const [email, setEmail] = useState(fixedEmail ?? '')
  const [password, setPassword] = useState('')
  const [isSecondStep, setSecondStep] = useState(false)
  const signIn = useMutation({
    mutationFn: () => portalCall<SignInStep>('POST', '/portal/auth/sign-in/email', { email, password }),
    onSuccess: ({ next }) => (next === 'SECOND_FACTOR' ? setSecondStep(true) : onSignedIn()),
  })
  if (isSecondStep) return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setSecondStep(false)} />
  return (
    <div className="flex flex-col gap-4">
      <Form onSubmit={() => signIn.mutate()} error={signIn.error} label="Credentials">
        {fixedEmail === undefined && (
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username webauthn"
            value={email}
            onChange={setEmail}
            autoFocus
            required
          />
        )}
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus={fixedEmail !== undefined}
          required
        />
        <Button type="submit" kind="primary" isBusy={signIn.isPending} isWide>
          Sign in
        </Button>
      </Form>
      <OtherWays isSecond onSignedIn={onSignedIn} />
    </div>
  )
}

type OtherWaysProps = Pick<SignInFormProps, 'onSignedIn'> & { readonly isSecond?: boolean }

function OtherWays({ isSecond = false, onSignedIn }: OtherWaysProps) {
  const methods = useQuery(signInMethodsQuery)
  const passkey = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: ({ next }) => next === 'SIGNED_IN' && onSignedIn(),
  })
  const sso = useMutation({
    mutationFn: () => portalCall<{ readonly url: string }>('POST', '/portal/auth/sign-in/sso', {}),
    onSuccess: ({ url }) => location.assign(url),
  })
  const ssoName = methods.data?.sso?.name
  if (!canUsePasskeys() && ssoName === undefined) return null
  return (
    <Form onSubmit={() => passkey.mutate()} error={passkey.error ?? sso.error} label="Other ways to sign in">
      {isSecond && (
        <div className="flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </div>
      )}
      {canUsePasskeys() && (
        <Button type="submit" icon={<KeyRound />} isBusy={passkey.isPending} isWide>
          Use a passkey
        </Button>
      )}
      {ssoName !== undefined && (
        <Button icon={<LogIn />} isBusy={sso.isPending} onClick={() => sso.mutate()} isWide>
          Sign in with {ssoName}
        </Button>
      )}
    </Form>
  )
}

type SecondFactorFormProps = { readonly onSignedIn: () => void; readonly onBack: () => void }

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
function SecondFactorForm({ onSignedIn, onBack }: SecondFactorFormProps) {
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
