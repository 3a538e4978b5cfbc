import { useReferralCode } from '@goodword/react'
import { type FormEvent, useState } from 'react'
import type { Customer } from './app.tsx'

export function SignUp({ onSignedUp }: { readonly onSignedUp: (customer: Customer) => void }) {
  const code = useReferralCode()
  const [problem, setProblem] = useState('')

  async function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)))
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch('/sign-up', { method: 'POST', headers, body })
    const result = await answer.json()
    if (answer.ok) onSignedUp(result)
    else setProblem(result.message)
  }

  return (
    <>
      <h1>Sign up</h1>
      <form onSubmit={signUp}>
        <label>
          Name <input name="name" autoComplete="given-name" required />
        </label>
        <label>
          E-mail <input name="email" type="email" autoComplete="email" required />
        </label>
        <label>
          {/* The key sets the code when it is known; what is typed stays. */}
          Referral code <input name="referralCode" key={code} defaultValue={code} />
        </label>
        {/* Whose gift the code is, or why it does not work. */}
        <p data-goodword-code-note="name=referralCode" />
        <p role="alert">{problem}</p>
        <button type="submit">Sign up</button>
      </form>
    </>
  )
}
