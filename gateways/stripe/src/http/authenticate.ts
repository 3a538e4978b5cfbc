import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type ApiKey, emptyStripeAccount, type StripeAccount } from '../model/account.ts'
import { ApiError } from '../wire/api-error.ts'
import type { Gateway } from '../work.ts'

export type Caller = { readonly account: StripeAccount; readonly key: ApiKey }

/**
 * The account of a request by its key. An unknown test key gets an account of its own, so that a program needs no
 * preparation.
 *
 * @param seed where the chance of a new account begins
 * @throws {ApiError} 401
 */
export function callerOf(gateway: Gateway, { headers }: FastifyRequest, seed: number): Caller {
  const key = keyOf(headers.authorization)
  if (key === null) {
    const message =
      'You did not provide an API key. Send it as a Bearer token: "Authorization: Bearer sk_test_…".'
    throw new ApiError(401, 'invalid_request_error', message)
  }
  for (const account of gateway.accounts.values()) {
    const found = account.keys.find((each) => each.key === key)
    if (found !== undefined) return { account, key: found }
  }
  if (!/^[rs]k_test_\w{1,200}$/.test(key)) {
    throw new ApiError(401, 'invalid_request_error', `Invalid API Key provided: ${hidden(key)}`)
  }
  const found = { key, permissions: null }
  const id = accountIdOf(key)
  const account = emptyStripeAccount(id, [found], {
    at: gateway.machineNow(),
    runsSince: gateway.machineNow(),
  })
  account.chance = seed
  gateway.accounts.set(id, account)
  return { account, key: found }
}

/** @throws {ApiError} 403 that names the missing permission */
export function checkPermission({ account, key: { key, permissions } }: Caller, wanted: string): void {
  if (permissions === null) return
  const [, resource = '', right = ''] = /^(\w+)_(read|write)$/.exec(wanted) ?? []
  const enough =
    right === 'read' ? [`rak_${resource}_read`, `rak_${resource}_write`] : [`rak_${resource}_write`]
  if (enough.some((each) => permissions.includes(each))) return
  const message =
    `The provided key '${hidden(key)}' does not have the required permissions for this endpoint on account ` +
    `'${account.id}'. Having the 'rak_${wanted}' permission would allow this request to continue.`
  throw new ApiError(403, 'invalid_request_error', message)
}

/** The id of the account of an unknown key. */
export function accountIdOf(key: string): string {
  return `acct_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}

function keyOf(authorization = ''): string | null {
  const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1]
  if (bearer !== undefined) return bearer
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  return basic === undefined ? null : (Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? null)
}

function hidden(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
}
