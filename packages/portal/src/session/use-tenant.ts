import { useTenantAlias } from '../api/use-tenant-alias.ts'
import type { Merchant } from './session.ts'
import { useSession } from './use-session.ts'

/** The program and mode of the page. */
export type Tenant = {
  readonly alias: string
  readonly mode: 'live' | 'test'
  readonly programName: string
  readonly merchant: Merchant
  /** The alias of the program in the other mode; null where there is none. */
  readonly otherMode: string | null
}

/** The program of the page; null when the staff have no access to it. */
export function useTenant(): Tenant | null {
  const alias = useTenantAlias()
  const { merchants } = useSession()
  return tenantsOf(merchants).find((it) => it.alias === alias) ?? null
}

/** Every program in every mode, merchant by merchant. */
export function tenantsOf(merchants: readonly Merchant[]): readonly Tenant[] {
  return merchants.flatMap((merchant) =>
    merchant.programs.flatMap(({ name, live, test }) => [
      ...(live === null
        ? []
        : [{ alias: live, mode: 'live' as const, programName: name, merchant, otherMode: test }]),
      ...(test === null
        ? []
        : [{ alias: test, mode: 'test' as const, programName: name, merchant, otherMode: live }]),
    ]),
  )
}
