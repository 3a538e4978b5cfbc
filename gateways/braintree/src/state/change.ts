import { emptyMerchant, type Merchant } from '../model/merchant.ts'
import { type Snapshots, snapshotsOf } from './snapshots.ts'

/** The content of the state file. */
export type State = { readonly merchants: Map<string, Merchant>; readonly snapshots: Snapshots }

/** A change of a merchant or, if a snapshot is named, of that snapshot of the merchant. */
export type Change = MerchantOrSnapshot &
  (
    | { readonly kind: 'begun'; readonly fields: Fields; readonly at?: number }
    | { readonly kind: 'fields'; readonly fields: Fields }
    | {
        readonly kind: 'things'
        readonly map: MapName
        readonly set: Entries
        readonly deleted: readonly string[]
      }
    | { readonly kind: 'removed' }
  )

export type MerchantOrSnapshot = { readonly merchant: string; readonly snapshot?: string }
export type Entries = readonly (readonly [key: string, value: object])[]

/** The fields of a merchant besides its maps. */
export type Fields = Readonly<Record<string, unknown>>

export type MapName = {
  [Name in keyof Merchant]: Merchant[Name] extends Map<string, object> ? Name : never
}[keyof Merchant]

const model = emptyMerchant('', [], { at: 0, runsSince: null })

export const mapNames = Object.keys(model).filter((name): name is MapName => isMap(model, name))

export function fieldsOf(merchant: Merchant): Fields {
  return Object.fromEntries(Object.entries(merchant).filter(([, value]) => !(value instanceof Map)))
}

/** Applies a change to a state that is being read. @throws {Error} with the reason why it cannot be applied */
export function applyChange(state: State, change: Change): void {
  if (change.kind === 'begun') begin(state, change)
  else if (change.kind === 'removed') remove(state, change)
  else if (change.kind === 'fields') Object.assign(merchantAt(state, change), change.fields)
  else if (change.kind === 'things') applyThings(merchantAt(state, change), change)
  else throw new Error(`it has a change of unknown kind ${JSON.stringify(Object(change).kind)}`)
}

function begin(
  state: State,
  { merchant: id, snapshot, fields, at = 0 }: Change & { readonly kind: 'begun' },
): void {
  // Fields that an older version did not write are as for a new merchant.
  const merchant = Object.assign(emptyMerchant(id, [], { at: 0, runsSince: null }), fields)
  if (snapshot === undefined) state.merchants.set(id, merchant)
  else snapshotsOf(state.snapshots, { id }).set(snapshot, { name: snapshot, at, merchant })
}

function remove({ merchants, snapshots }: State, { merchant, snapshot }: MerchantOrSnapshot): void {
  if (snapshot !== undefined) snapshotsOf(snapshots, { id: merchant }).delete(snapshot)
  else merchants.delete(merchant)
}

function merchantAt({ merchants, snapshots }: State, { merchant, snapshot }: MerchantOrSnapshot): Merchant {
  const found =
    snapshot === undefined ? merchants.get(merchant) : snapshots.get(merchant)?.get(snapshot)?.merchant
  if (found === undefined) throw new Error(`it changes the unknown merchant ${merchant}`)
  return found
}

function applyThings(merchant: Merchant, { map, set, deleted }: Change & { readonly kind: 'things' }): void {
  if (!mapNames.includes(map)) throw new Error(`it changes the unknown field ${JSON.stringify(map)}`)
  // The content was written by this program, and is not validated.
  const things = merchant[map] as Map<string, object>
  for (const key of deleted) things.delete(key)
  for (const [key, value] of set) things.set(key, value)
}

function isMap(merchant: Merchant, name: string): boolean {
  return Object.getOwnPropertyDescriptor(merchant, name)?.value instanceof Map
}
