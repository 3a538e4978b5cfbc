import type { Metadata } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { signedIn } from '../lib/customers.ts'
import { settings } from '../lib/settings.ts'
import './larder.css'
import { Referrals } from './referrals.tsx'

export const metadata: Metadata = { title: 'Larder' }

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const customer = await signedIn()
  const user = customer && { accountId: customer.accountId, userId: customer.userId }
  return (
    <html lang="en">
      <body>
        <Referrals url={settings.goodwordUrl} tenantAlias={settings.tenantAlias} user={user} />
        <nav>
          <Link href="/">Larder</Link>
          <Link href="/sign-up">Sign up</Link>
          <Link href="/account">Account</Link>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  )
}
