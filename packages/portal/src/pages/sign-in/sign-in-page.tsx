import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { Notice } from '../../components/texts/notice.tsx'
import { PublicFrame } from '../../layout/public-frame.tsx'
import { leadBack } from '../../session/lead-back.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { signInMethodsQuery } from '../../session/sign-in-methods.ts'

const route = getRouteApi('/sign-in')

const failures = {
  SSO_FAILED: 'The sign-in at your company did not succeed. Try again, or sign in with a password.',
  SSO_NOT_INVITED: 'Your company knows you, but no team has invited this e-mail address. Ask an owner.',
}

export function SignInPage() {
  const { from, error } = route.useSearch()
  const { history } = useRouter()
  const queries = useQueryClient()
  const methods = useQuery(signInMethodsQuery)
  const onSignedIn = () => {
    queries.clear()
    history.push(leadBack(from))
  }
  return (
    <PublicFrame title="Sign in">
      <div className="flex flex-col gap-4">
        {error !== undefined && (
          <Notice kind="danger" title="Single sign-on failed">
            {failures[error]}
          </Notice>
        )}
        {methods.data?.hasStaff === false && (
          <Notice kind="info" title="There is no account yet">
            The service has printed a link for the first owner at its start. Open it to begin.
          </Notice>
        )}
        <SignInForm onSignedIn={onSignedIn} />
        <p className="text-center">
          <Link to="/reset-password" className="text-link hover:underline">
            Forgot your password?
          </Link>
        </p>
      </div>
    </PublicFrame>
  )
}
