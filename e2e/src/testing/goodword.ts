import { randomBytes } from 'node:crypto'
import { type Merchant, merchantAt } from '@goodword/server/testing/merchant'
import { runCommand } from '@goodword/server/testing/run-command'
import { inject } from 'vitest'
import { apiCaller } from './api-caller.ts'

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
  const call = apiCaller(goodwordUrl(), keys.alias, (key = keys.apiKey) => ({
    authorization: `Basic ${btoa(`${key}:`)}`,
  }))
  return { ...merchantAt(call, keys), ...keys }
}
