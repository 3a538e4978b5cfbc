import { useGoodword } from '@goodword/react'
import { useEffect, useState } from 'react'
import { Account } from './account.tsx'
import { Landing } from './landing.tsx'
import { SignUp } from './sign-up.tsx'

export type Customer = { readonly accountId: string; readonly userId: string; readonly name: string }
type Session = { readonly tenantAlias: string; readonly customer: Customer | null }

export function App() {
  const [session, setSession] = useState<Session | null>(null)
  useEffect(() => {
    fetch('/session')
      .then((it) => it.json())
      .then(setSession)
  }, [])
  if (session === null) return <p>One moment …</p>
  return <Shop {...session} onCustomer={(customer) => setSession({ ...session, customer })} />
}

type ShopProps = Session & { readonly onCustomer: (customer: Customer | null) => void }

function Shop({ tenantAlias, customer, onCustomer }: ShopProps) {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = () => setPath(location.pathname)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useGoodword({
    // Our own host, which passes the calls on: server/first-party.ts.
    url: location.origin,
    tenantAlias,
    user: customer,
    token: () => fetch('/goodword-token').then((it) => (it.ok ? it.text() : null)),
  })
  const go = (to: string) => {
    history.pushState(null, '', to)
    setPath(to)
  }
  return (
    <>
      <nav>
        {[
          ['/', 'Larder'],
          ['/sign-up', 'Sign up'],
          ['/account', 'Account'],
        ].map(([to, name]) => (
          <a
            key={to}
            href={to}
            onClick={(event) => {
              event.preventDefault()
              go(to)
            }}
          >
            {name}
          </a>
        ))}
      </nav>
      <main>
        {path === '/sign-up' ? (
          <SignUp
            onSignedUp={(signedUp) => {
              onCustomer(signedUp)
              go('/account')
            }}
          />
        ) : path === '/account' && customer !== null ? (
          <Account
            customer={customer}
            onSignOut={() => {
              onCustomer(null)
              go('/')
            }}
          />
        ) : (
          <Landing />
        )}
      </main>
    </>
  )
}
