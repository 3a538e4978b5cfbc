import { ApiError } from '@goodword/client'
import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { portalCall } from '../../api/portal-call.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { PublicFrame } from '../../layout/public-frame.tsx'
import { LinkProblem, useArrive } from '../../session/one-time-link.tsx'
import { NewPasswordField } from '../../session/password-fields.tsx'
import { SignInForm } from '../../session/sign-in-form.tsx'

const route = getRouteApi('/invitation')

type Invitation = {
  readonly company: string
  readonly email: string
  readonly role: StaffRole
  readonly hasAccount: boolean
}

/** Joins a team: with an account of one's own, or with a new one. */
export function InvitationPage() {
  const { token } = route.useSearch()
  const check = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => portalCall<Invitation>('POST', '/portal/invitation/check', { token }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const remedy = 'Ask the person who invited you for another one.'
  if (token === undefined || check.isError) {
    return (
      <PublicFrame title="Invitation">
        <LinkProblem error={check.error} remedy={remedy} />
      </PublicFrame>
    )
  }
  if (check.isPending) {
    return (
      <PublicFrame title="Invitation">
        <TextSkeleton label="Invitation" lines={5} />
      </PublicFrame>
    )
  }
  const { company, email, role } = check.data
  return (
    <PublicFrame title={`Join ${company}`} description={`You are invited as ${role}, with ${email}.`}>
      <JoinForm token={token} invitation={check.data} />
    </PublicFrame>
  )
}

function JoinForm({ token, invitation }: { readonly token: string; readonly invitation: Invitation }) {
  const { hasAccount, email } = invitation
  const arrive = useArrive()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const join = useMutation({
    mutationFn: () =>
      portalCall<{ readonly tenantAlias: string }>('POST', '/portal/invitation', {
        token,
        ...(hasAccount ? {} : { name, password }),
      }),
    onSuccess: arrive,
  })
  // With an account the person signs in first; then the same request is repeated.
  const needsSignIn = hasAccount && join.error instanceof ApiError && join.error.code === 'UNAUTHORIZED'
  if (needsSignIn) return <SignInForm email={email} onSignedIn={() => join.mutate()} />
  return (
    <Form onSubmit={() => join.mutate()} error={join.error} label="Join the team">
      {!hasAccount && (
        <>
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            value={name}
            onChange={setName}
            required
            autoFocus
          />
          <NewPasswordField value={password} onChange={setPassword} />
        </>
      )}
      <Button type="submit" kind="primary" isBusy={join.isPending} isWide>
        Join the team
      </Button>
    </Form>
  )
}
