import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Page } from '../../components/page.tsx'
import { AccountMenu } from '../../layout/account-menu.tsx'
import { Logo } from '../../layout/logo.tsx'
import { useSession } from '../../session/use-session.ts'
import { AssistantsSection } from './assistants-section.tsx'
import { NameSection } from './name-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { NoPassword, PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** The person's own account, which belongs to no program. */
export function AccountPage() {
  const { staff } = useSession()
  return (
    <>
      <header className="flex h-14 items-center justify-between gap-4 border-b border-line bg-surface px-6 max-sm:px-4">
        <Link to="/" className="flex items-center gap-2 font-medium hover:underline">
          <ArrowLeft aria-hidden className="size-4" />
          <Logo />
          Back to your program
        </Link>
        <AccountMenu />
      </header>
      <main className="mx-auto max-w-3xl px-6 py-6 max-sm:px-4">
        <Page title="Your account">
          <div className="flex flex-col gap-6">
            <NameSection />
            {staff.hasPassword ? (
              <>
                <PasswordSection />
                <TwoFactorSection />
              </>
            ) : (
              <NoPassword />
            )}
            <PasskeysSection />
            <SessionsSection />
            <AssistantsSection />
          </div>
        </Page>
      </main>
    </>
  )
}
