import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { portalCall } from '../../api/portal-call.ts'
import { Button, buttonLook } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { PublicFrame } from '../../layout/public-frame.tsx'
import { LinkProblem } from '../../session/one-time-link.tsx'
import { NewPasswordField } from '../../session/password-fields.tsx'

const route = getRouteApi('/reset-password')

/** Requests the e-mail without a token, and sets the new password with one. */
export function ResetPasswordPage() {
  const { token } = route.useSearch()
  return token === undefined ? <RequestPage /> : <NewPasswordPage token={token} />
}

function RequestPage() {
  const [email, setEmail] = useState('')
  const request = useMutation({
    mutationFn: () => portalCall('POST', '/portal/password-reset/request', { email }),
  })
  return (
    <PublicFrame title="Reset your password">
      {request.isSuccess ? (
        <div className="flex flex-col gap-4">
          <Notice kind="good" title="Check your mailbox">
            If {email} belongs to an account, a link is on its way. It holds for one hour. Where the service
            has no mail server, your operator can print a link.
          </Notice>
          <SignInLink />
        </div>
      ) : (
        <Form onSubmit={() => request.mutate()} error={request.error} label="Request a link">
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            autoFocus
            required
          />
          <Button type="submit" kind="primary" isBusy={request.isPending} isWide>
            Send a link
          </Button>
          <SignInLink />
        </Form>
      )}
    </PublicFrame>
  )
}

function NewPasswordPage({ token }: { readonly token: string }) {
  const [password, setPassword] = useState('')
  const check = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => portalCall<{ readonly email: string }>('POST', '/portal/password-reset/check', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const reset = useMutation({
    mutationFn: () => portalCall('POST', '/portal/password-reset', { token, password }),
  })
  return (
    <PublicFrame title="Choose a new password" description={check.data?.email}>
      {check.isError ? (
        <LinkProblem error={check.error} remedy="Request another one on the sign-in page." />
      ) : check.isPending ? (
        <TextSkeleton label="Link" lines={3} />
      ) : reset.isSuccess ? (
        <div className="flex flex-col gap-4">
          <Notice kind="good" title="Your password is changed">
            All your sessions have ended. Your second factor stays as it was.
          </Notice>
          <SignInLink />
        </div>
      ) : (
        <Form onSubmit={() => reset.mutate()} error={reset.error} label="New password">
          <NewPasswordField label="New password" value={password} onChange={setPassword} />
          <Button type="submit" kind="primary" isBusy={reset.isPending} isWide>
            Change the password
          </Button>
        </Form>
      )}
    </PublicFrame>
  )
}

function SignInLink() {
  return (
    <Link to="/sign-in" className={buttonLook('quiet', true)}>
      Go to the sign-in
    </Link>
  )
}
