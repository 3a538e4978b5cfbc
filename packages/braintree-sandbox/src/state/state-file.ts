import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Merchant } from '../model/merchant.ts'
import { merchantFromJson, merchantToJson } from './merchant-json.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'

const FORMAT = 'braintree-sandbox state'
const VERSION = 1

export type State = { readonly merchants: readonly Merchant[]; readonly snapshots: Snapshots }

/** What a state file holds; null when there is none yet. @throws {Error} that says what is wrong with the file */
export function readState(file: string): State | null {
  if (!existsSync(file)) return null
  try {
    return stateOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The state in ${file} cannot be read: ${reason}. Move the file away to begin anew.`, {
      cause: error,
    })
  }
}

/** Writes the state as a whole or not at all. */
export function writeState(file: string, { merchants, snapshots }: State): void {
  const text = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    merchants: merchants.map(merchantToJson),
    snapshots: Array.from(snapshots.values(), (each) => Array.from(each.values(), snapshotToJson)).flat(),
  })
  const draft = `${file}.${process.pid}.partial`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

function stateOf(json: unknown): State {
  if (!isRecord(json) || json.format !== FORMAT) throw new Error('it was not written by braintree-sandbox')
  if (json.version !== VERSION) throw new Error(`it has the version ${json.version}, and this is ${VERSION}`)
  if (!Array.isArray(json.merchants) || !Array.isArray(json.snapshots)) throw new Error('it is not whole')
  const snapshots: Snapshots = new Map()
  for (const each of json.snapshots) {
    const snapshot = snapshotFromJson(each)
    const { id } = snapshot.merchant
    snapshots.set(id, (snapshots.get(id) ?? new Map<string, Snapshot>()).set(snapshot.name, snapshot))
  }
  return { merchants: json.merchants.map(merchantFromJson), snapshots }
}

function snapshotToJson({ name, at, merchant }: Snapshot): unknown {
  return { name, at, merchant: merchantToJson(merchant) }
}

function snapshotFromJson(json: unknown): Snapshot {
  if (!isRecord(json) || typeof json.name !== 'string' || typeof json.at !== 'number') {
    throw new Error('a snapshot has no name and time')
  }
  return { name: json.name, at: json.at, merchant: merchantFromJson(json.merchant) }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
