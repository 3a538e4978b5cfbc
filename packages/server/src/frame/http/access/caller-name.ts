import type { Principal } from './authenticate.ts'

/** The caller's name where staff see who decided: `staff <id> <e-mail>` as in the audit log, or `key <name>`. */
export function callerName(principal: Principal): string {
  if (principal.kind === 'staff') return `staff ${principal.staffId} ${principal.email}`
  return `key ${principal.name ?? `****${principal.lastFour}`}`
}

/** The actor that events record for a caller's changes. */
export function callerActor({ kind }: Principal): 'staff' | 'server' {
  return kind === 'staff' ? 'staff' : 'server'
}
