import type { Principal } from './authenticate.ts'

/** What a caller is called where staff see who decided: `staff <id> <e-mail>` as in the audit log, or `key <name>`. */
export function callerName(principal: Principal): string {
  if (principal.kind === 'staff') return `staff ${principal.staffId} ${principal.email}`
  return `key ${principal.name ?? `****${principal.lastFour}`}`
}

/** What events record as the cause of what a caller does. */
export function callerActor({ kind }: Principal): 'staff' | 'server' {
  return kind === 'staff' ? 'staff' : 'server'
}
