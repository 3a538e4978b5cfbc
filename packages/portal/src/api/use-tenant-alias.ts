import { useParams } from '@tanstack/react-router'

/** The alias in the address of the page. Only pages below a program have one. */
export function useTenantAlias(): string {
  const { tenantAlias } = useParams({ strict: false })
  if (tenantAlias === undefined) throw new Error('this page has no program in its address')
  return tenantAlias
}
