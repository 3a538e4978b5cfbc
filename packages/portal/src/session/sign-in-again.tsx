import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { provideSignInDialog } from '../api/with-recent-sign-in.ts'
import { Dialog } from '../components/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSession } from './use-session.ts'

type Question = { readonly answer: (isSignedIn: boolean) => void }

/** The dialog for what needs a recent sign-in; afterwards the call that needed it is repeated. */
export function SignInAgain() {
  const { staff } = useSession()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(
    () =>
      provideSignInDialog(
        () =>
          new Promise<boolean>((resolve) =>
            setQuestion({
              answer: (isSignedIn) => {
                setQuestion(null)
                resolve(isSignedIn)
              },
            }),
          ),
      ),
    [],
  )
  const onSignedIn = () => {
    void queries.invalidateQueries({ queryKey: ['session'] })
    question?.answer(true)
  }
  return (
    <Dialog isOpen={question !== null} onClose={() => question?.answer(false)} title="Sign in again">
      <p className="mb-4 text-soft">
        This changes who has access or how money moves, so it needs a sign-in of the last 15 minutes. What you
        entered is kept.
      </p>
      <SignInForm email={staff.email} onSignedIn={onSignedIn} />
    </Dialog>
  )
}
