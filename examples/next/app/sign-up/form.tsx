'use client'

import { useReferralCode } from '@goodword/react'
import { useActionState } from 'react'
import { signUp } from './sign-up.ts'

export function SignUpForm() {
  const code = useReferralCode()
  const [state, act, isPending] = useActionState(signUp, { problem: '', name: '', email: '', code: '' })
  return (
    <form action={act}>
      <label>
        Name <input name="name" autoComplete="given-name" required defaultValue={state.name} />
      </label>
      <label>
        E-mail <input name="email" type="email" autoComplete="email" required defaultValue={state.email} />
      </label>
      <label>
        {/* The key sets the code when it is known; what is typed stays. */}
        Referral code <input name="referralCode" key={code} defaultValue={state.code || code} />
      </label>
      {/* Whose gift the code is, or why it does not work. */}
      <p data-goodword-code-note="name=referralCode" />
      <p role="alert">{state.problem}</p>
      <button type="submit" disabled={isPending}>
        Sign up
      </button>
    </form>
  )
}
