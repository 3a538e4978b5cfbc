import { Link, type RegisteredRouter, type RouteById, type RouteIds } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTenantAlias } from '../api/use-tenant-alias.ts'

const look = 'text-link hover:underline'

type Tree = RegisteredRouter['routeTree']
/** Pages whose address has an ID in it are left out: it would be missing. */
type NameIn<Id> = Id extends `/staff/$tenantAlias/${infer Name}`
  ? Exclude<Name, `${string}$${string}`>
  : never

type ProgramLinkProps<Name extends NameIn<RouteIds<Tree>>> = {
  /** A page of the program, such as `bills`. */
  readonly page: Name
  readonly search?: RouteById<Tree, `/staff/$tenantAlias/${Name}`>['types']['fullSearchSchema']
  /** The link has the look of the text around it, as in a notice. */
  readonly isPlain?: boolean
  readonly className?: string
  readonly title?: string
  readonly children: ReactNode
}

/** `<ProgramLink page="bills" search={{ accountId }}>All bills</ProgramLink>`: leads to another page of the program. */
export function ProgramLink<Name extends NameIn<RouteIds<Tree>>>(props: ProgramLinkProps<Name>) {
  const { page, search, isPlain = false, className = look, ...rest } = props
  const tenantAlias = useTenantAlias()
  return (
    <Link
      to={`/${tenantAlias}/${page}` as string}
      // The compiler does not know which page it is.
      search={(search ?? {}) as never}
      className={isPlain ? undefined : className}
      {...rest}
    />
  )
}

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
