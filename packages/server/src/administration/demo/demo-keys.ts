import { join } from 'node:path'
import { createPrivateFile, readTextFile } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { newTenantPair, type TenantPair } from '../tenants/create-tenant.ts'

export const DEMO_ALIAS = 'demo'

/** The demo's keys, kept in clear so that every start can show them; made at the first call. */
export async function loadDemoKeys(dataDir: string): Promise<TenantPair> {
  const file = demoFile(dataDir)
  const known = readDemoKeys(file)
  if (known !== null) return known
  await createPrivateFile(file, `${JSON.stringify(newTenantPair(DEMO_ALIAS), null, 2)}\n`)
  const made = readDemoKeys(file)
  if (made === null) throw new OperatorError(`${file} was removed while it was created. Start again.`)
  return made
}

export function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}

function readDemoKeys(file: string): TenantPair | null {
  const text = readTextFile(file)
  if (text === null) return null
  const pair = parsed(text)
  if (isTenantPair(pair)) return pair
  throw new OperatorError(
    `${file} does not contain the keys of the demo. Remove it, and the next start creates new ones.`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isTenantPair(value: unknown): value is TenantPair {
  const pair = Object(value)
  return [pair.live, pair.test].every((keys) =>
    ['alias', 'apiKey', 'signingKey'].every((name) => typeof Object(keys)[name] === 'string'),
  )
}
