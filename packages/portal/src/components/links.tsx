import { createLink, Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useTenantAlias } from '../api/use-tenant-alias.ts'

const look = 'text-link hover:underline'

/** `<TextLink to="/$tenantAlias/bills" params={{ tenantAlias }}>All bills</TextLink>`: a link that stands alone. */
export const TextLink = createLink((props: ComponentProps<'a'>) => <a {...props} className={look} />)

type ReferralLinkProps = {
  readonly referralId: string
  readonly className?: string
  readonly target?: '_blank'
  readonly children: ReactNode
}

/** `<ReferralLink referralId={referral.id}>Ada</ReferralLink>`: leads to the page of a referral. */
export function ReferralLink({ referralId, className = look, ...rest }: ReferralLinkProps) {
  const tenantAlias = useTenantAlias()
  return (
    <Link
      to="/$tenantAlias/referrals/$referralId"
      params={{ tenantAlias, referralId }}
      className={className}
      {...rest}
    />
  )
}

type NewTabLinkProps = { readonly href: string; readonly children: ReactNode }

/** A link to another site or to a guide, which opens beside the portal. */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link underline">
      {children}
    </a>
  )
}
