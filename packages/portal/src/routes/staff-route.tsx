import { ApiError } from '@goodword/client'
import { useQueryClient } from '@tanstack/react-query'
import { createRoute, Outlet, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { provideSignInDialog, type SignInReason } from '../api/with-sign-in.ts'
import { Dialog } from '../components/overlays/dialog.tsx'
import { SignInForm } from '../session/sign-in-form.tsx'
import { sessionQuery, useSession } from '../session/use-session.ts'
import { rootRoute } from './root-route.tsx'

const reasonTexts: Readonly<Record<SignInReason, string>> = {
  SESSION_ENDED: 'Your session has ended. Sign in to go on where you are.',
  TOO_LONG_AGO:
    'This changes who has access or how money moves, so it needs a sign-in of the last 15 minutes.',
}

/** The routes that need a session: without one the sign-in page comes first, and leads back. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw redirect({ to: '/sign-in', search: { from: location.publicHref } })
    }
  },
  component: () => (
    <>
      <Outlet />
      <SignInAgain />
    </>
  ),
})

type Question = { readonly reason: SignInReason; readonly answer: (isSignedIn: boolean) => void }

/** The dialog over a page whose session has ended, or that needs a recent sign-in; the call that needed it is repeated. */
function SignInAgain() {
  const { staff } = useSession()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(
    () =>
      provideSignInDialog(
        (reason) =>
          new Promise<boolean>((resolve) =>
            setQuestion({
              reason,
              answer: (isSignedIn) => {
                setQuestion(null)
                resolve(isSignedIn)
              },
            }),
          ),
      ),
    [],
  )
  const onSignedIn = async () => {
    const session = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)
    // A passkey may be someone else's: the data on the page belong to the former person.
    if (session !== null && session.staff.id !== staff.id) location.assign('/portal/')
    else question?.answer(true)
  }
  return (
    <Dialog isOpen={question !== null} onClose={() => question?.answer(false)} title="Sign in again">
      {question !== null && (
        <p className="mb-4 text-soft">{reasonTexts[question.reason]} What you entered is kept.</p>
      )}
      <SignInForm email={staff.email} hasPassword={staff.hasPassword} onSignedIn={() => void onSignedIn()} />
    </Dialog>
  )
}
