import { searchKey } from '@goodword/domain/referrals/search-key'
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

const route = getRouteApi('/welcome')

/** The first owner makes an account, a merchant and a program in both modes. */
export function WelcomePage() {
  const { token } = route.useSearch()
  const check = useQuery({
    queryKey: ['welcome', token],
    queryFn: () => portalCall('POST', '/portal/welcome/check', { token }),
    enabled: token !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const remedy = 'The service prints a new one at each start, until there is an owner.'
  return (
    <PublicFrame title="Welcome to Goodword" description="Create your account and your first program.">
      {token === undefined || check.isError ? (
        <LinkProblem error={check.error} remedy={remedy} />
      ) : check.isPending ? (
        <TextSkeleton label="Link" lines={8} />
      ) : (
        <FirstOwnerForm token={token} />
      )}
    </PublicFrame>
  )
}

function FirstOwnerForm({ token }: { readonly token: string }) {
  const arrive = useArrive()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [company, setCompany] = useState('')
  const [chosenAlias, setAlias] = useState<string | null>(null)
  const alias = chosenAlias ?? aliasOf(company)
  const create = useMutation({
    mutationFn: () =>
      portalCall<{ readonly tenantAlias: string }>('POST', '/portal/welcome', {
        token,
        name,
        email,
        password,
        company,
        alias,
      }),
    onSuccess: arrive,
  })
  return (
    <Form onSubmit={() => create.mutate()} error={create.error} label="First owner">
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        value={name}
        onChange={setName}
        required
        autoFocus
      />
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        required
      />
      <NewPasswordField value={password} onChange={setPassword} />
      <TextField
        label="Company"
        name="company"
        autoComplete="organization"
        value={company}
        onChange={setCompany}
        required
      />
      <TextField
        label="Program alias"
        name="alias"
        value={alias}
        onChange={setAlias}
        hint="Stands in share links and API addresses, and cannot be changed later. Lower-case letters, digits and _."
        isCode
        autoComplete="off"
        required
      />
      <Button type="submit" kind="primary" isBusy={create.isPending} isWide>
        Create the program
      </Button>
    </Form>
  )
}

/** An alias to begin with: the name in the characters that an alias may have. */
function aliasOf(company: string): string {
  const plain = searchKey(company).replace(/[^a-z0-9]+/g, '_')
  return plain.replace(/^_|_$/g, '').slice(0, 54)
}
