import { GoodwordWidget } from '@goodword/react'
import type { Customer } from './app.tsx'

type AccountProps = { readonly customer: Customer; readonly onSignOut: () => void }

export function Account({ customer, onSignOut }: AccountProps) {
  async function signOut() {
    await fetch('/sign-out', { method: 'POST' })
    onSignOut()
  }

  return (
    <>
      <h1>Hello {customer.name}</h1>
      <p>
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </p>
      <GoodwordWidget />
    </>
  )
}
