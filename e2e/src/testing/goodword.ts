import { randomBytes } from 'node:crypto'
import { type Merchant, merchantAt } from '@goodword/server/testing/merchant'
import { runCommand } from '@goodword/server/testing/run-command'
import { inject } from 'vitest'

export type Tenant = Merchant & {
  readonly alias: string
  readonly apiKey: string
  readonly signingKey: string
}

/** Where the service of this run is reached. */
export function goodwordUrl(): string {
  return inject('goodword').url
}

/** A program of its own, made as the operator makes one. */
export async function createProgram(
  landingPage: string | null = null,
): Promise<{ readonly live: Tenant; readonly test: Tenant }> {
  const alias = `shop_${randomBytes(6).toString('hex')}`
  const page = landingPage === null ? [] : ['--landing-page', landingPage]
  const { code, output, errors } = await runCommand(
    inject('goodword').env,
    'tenant',
    'create',
    alias,
    ...page,
  )
  if (code !== 0) throw new Error(`tenant could not be created: ${errors}`)
  const { live, test } = JSON.parse(output)
  return { live: tenantOf(live), test: tenantOf(test) }
}

function tenantOf(keys: Parameters<typeof merchantAt>[1]): Tenant {
  const call: Parameters<typeof merchantAt>[0] = async (method, path, options = {}) => {
    const { alias = keys.alias, key = keys.apiKey, body, headers = {} } = options
    const answer = await fetch(`${goodwordUrl()}/api/v1/${alias}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${key}:`)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.json(),
    }
  }
  return { ...merchantAt(call, keys), ...keys }
}
