import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { provideSignInDialog, type SignInReason } from '../api/with-sign-in.ts'
import { Dialog } from '../components/dialog.tsx'
import { sessionQuery } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSession } from './use-session.ts'

type Question = { readonly reason: SignInReason; readonly answer: (isSignedIn: boolean) => void }

const reasonTexts: Readonly<Record<SignInReason, string>> = {
  SESSION_ENDED: 'Your session has ended. Sign in to go on where you are.',
  TOO_LONG_AGO:
    'This changes who has access or how money moves, so it needs a sign-in of the last 15 minutes.',
}

/** The dialog over a page whose session has ended, or that needs a recent sign-in; the call that needed it is repeated. */
export function SignInAgain() {
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
    // A passkey may be someone else's: what was read and typed belongs to the person before.
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
