import type { InitFields } from './goodword.d.ts'

/** The fields of `init` that are sent to the service, which validates them. */
export type Identity = Omit<InitFields, 'tenant_alias'>

/** A page without an identity only processes share links and has no user yet. */
export type Init = readonly [alias: string, identity?: Identity]

/**
 * Reads the argument of `init`, each field once. Templates write empty texts for missing values.
 *
 * @throws Error naming the field that is missing
 */
export function readInit(argument: unknown): Init {
  const { tenant_alias: alias = '', ...identity } = JSON.parse(JSON.stringify(argument ?? {}))
  if (!/^\w+$/.test(alias)) throw new Error('init needs tenant_alias')
  if (!identity.account_id) return [alias]
  if (!identity.user_id) throw new Error('init needs user_id')
  return [alias, identity]
}
