import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { emptyMerchant, type Merchant } from '../model/merchant.ts'
import { exampleMerchant } from '../testing/example-merchant.ts'
import { givenPlan } from '../testing/given-shop.ts'
import { givenSubscriber } from '../testing/given-subscriber.ts'
import type { State } from './change.ts'
import { keepState } from './keep-state.ts'
import { readState } from './read-state.ts'
import { overwrite, takeSnapshot } from './snapshots.ts'

const folder = temporaryFolder()
let files = 0

test('what is committed is read back, with the order of all things', async () => {
  const { state, merchant, keeper, read } = await given()
  expect(await read()).toEqual(plain(state))
  givenSubscriber(merchant, '30')
  givenSubscriber(merchant, '4')
  keeper.commit()
  const jane = merchant.customers.get('30')
  merchant.customers.delete('30')
  if (jane !== undefined) {
    jane.id = '5'
    merchant.customers.set('5', jane)
  }
  merchant.customers.delete('4')
  givenSubscriber(merchant, '4')
  merchant.clock.at += 1
  merchant.settings = { ...merchant.settings, resendsForHours: 24 }
  keeper.commit()
  expect(await read()).toEqual(plain(state))
  const order = (from: State) => Array.from(from.merchants.get('acme')?.customers.keys() ?? [])
  expect(order(await read())).toEqual(order(state))
  expect(order(state).slice(-2)).toEqual(['5', '4'])
  await keeper.close()
})

test('a field that is assigned later, to a thing that was got before, is noticed', async () => {
  const { merchant, keeper, read } = await given()
  const subscription = merchant.subscriptions.get('ada_team')
  const other = Array.from(merchant.subscriptions.values()).find(({ id }) => id !== 'ada_team')
  keeper.commit()
  if (subscription === undefined || other === undefined) throw new Error('example subscriptions not found')
  subscription.price = 4321
  Object.assign(other, { price: 1234 })
  keeper.commit()
  const { subscriptions } = (await read()).merchants.get('acme') ?? merchant
  expect(subscriptions.get('ada_team')?.price).toBe(4321)
  expect(subscriptions.get(other.id)?.price).toBe(1234)
  await keeper.close()
})

test('a commit has only what changed, and nothing without a change', async () => {
  const { file, merchant, keeper } = await given()
  const size = () => statSync(file).size
  const before = size()
  keeper.commit()
  expect(size()).toBe(before)
  givenPlan(merchant, 'new_plan')
  keeper.commit()
  expect(size() - before).toBeLessThan(1_000)
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject([{ kind: 'things', map: 'plans', set: [['new_plan', {}]] }])
  await keeper.close()
})

test('merchants and snapshots come, are overwritten and go', async () => {
  const { state, merchant, keeper, read } = await given()
  state.merchants.set('own', emptyMerchant('own', [], { at: 0, runsSince: null }))
  takeSnapshot(state.snapshots, merchant, 'before', 5)
  takeSnapshot(state.snapshots, merchant, 'gone', 5)
  keeper.commit()
  givenSubscriber(merchant, 'late')
  keeper.commit()
  expect(await read()).toEqual(plain(state))
  const before = state.snapshots.get('acme')?.get('before')
  if (before === undefined) throw new Error('snapshot not found after it was taken')
  overwrite(merchant, before.merchant, before.at, 0)
  state.merchants.delete('own')
  state.snapshots.get('acme')?.delete('gone')
  keeper.commit()
  expect(merchant.customers.has('late')).toBe(false)
  expect(await read()).toEqual(plain(state))
  givenSubscriber(merchant, 'later')
  keeper.commit()
  expect(await read()).toEqual(plain(state))
  await keeper.close()
})

test('what time brings about is written by itself', async () => {
  const { merchant, keeper, read } = await given()
  givenSubscriber(merchant, 'by_itself')
  await expect.poll(async () => (await read()).merchants.get('acme')?.customers.has('by_itself')).toBe(true)
  await keeper.close()
})

test('half a line at the end is left out, and the file goes on before it', async () => {
  const { file, state, merchant, keeper, read } = await given()
  await keeper.close()
  appendFileSync(file, '[{"kind":"removed","merchant":"ac')
  const stored = await readState(file)
  expect(stored?.merchants.has('acme')).toBe(true)
  if (stored === null) throw new Error('state not found')
  const again = keepState({ file, state: stored, stored, log: fail })
  const restored = stored.merchants.get('acme') ?? merchant
  givenSubscriber(restored, 'after_the_kill')
  await again.close()
  expect((await read()).merchants.get('acme')?.customers.has('after_the_kill')).toBe(true)
  expect(Array.from((await read()).merchants.keys())).toEqual(Array.from(state.merchants.keys()))
})

test('a journal that grew is compacted between requests, with what changes meanwhile', async () => {
  const { file, state, merchant, keeper, read } = await given(2_000)
  for (let n = 0; n < 300; n += 1) {
    merchant.chance = n
    const customer = givenSubscriber(merchant, `customer_${n % 150}`).customerId
    if (n % 3 === 0) merchant.customers.delete(customer)
    keeper.commit()
    if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const lines = () => readFileSync(file, 'utf8').split('\n').length
  await expect.poll(lines).toBeLessThan(290)
  expect(await read()).toEqual(plain(state))
  const order = (from: State) => Array.from(from.merchants.get('acme')?.cards.keys() ?? [])
  expect(order(await read())).toEqual(order(state))
  await keeper.close()
  expect(await read()).toEqual(plain(state))
  expect(readdirSync(folder).filter((each) => each.endsWith('.partial'))).toEqual([])
})

test('a merchant that has watched maps is cloned like any other', async () => {
  const { merchant, keeper } = await given()
  const clone = structuredClone(merchant)
  expect(clone).toEqual(plainMerchant(merchant))
  expect(clone.customers.constructor).toBe(Map)
  await keeper.close()
})

test('no file is no state, and neither is an empty one', async () => {
  expect(await readState(join(folder, 'none.json'))).toBeNull()
  writeFileSync(join(folder, 'empty.json'), '')
  expect(await readState(join(folder, 'empty.json'))).toBeNull()
})

const HEAD = '{"format":"braintree-sandbox state","version":2}\n'

test.each([
  [
    '{"version":1}',
    /^The state in .*broken.json cannot be read: line 1: it is not a journal of this version/,
  ],
  ['{"a":1}\n', /line 1: it was not written by braintree-sandbox/],
  ['{"format":"braintree-sandbox state","version":1}\n', /it has version 1; expected 2/],
  [`${HEAD}nothing\n`, /line 2: .*JSON/],
  [`${HEAD}{}\n`, /line 2: it is not a list of changes/],
  [`${HEAD}[{"kind":"fields"}]\n`, /line 2: it is not a list of changes/],
  [`${HEAD}[{"kind":"fields","merchant":"a","fields":{}}]\n`, /it changes the unknown merchant a/],
  [`${HEAD}[{"kind":"other","merchant":"a"}]\n`, /it has a change of unknown kind "other"/],
  [
    `${HEAD}[{"kind":"begun","merchant":"a","fields":{}},{"kind":"things","merchant":"a","map":"x","set":[],"deleted":[]}]\n`,
    /it changes the unknown field "x"/,
  ],
])('the error for %j says what is wrong', async (text, message) => {
  const file = join(folder, 'broken.json')
  writeFileSync(file, text)
  await expect(readState(file)).rejects.toThrow(message)
})

async function given(compactAfter?: number) {
  files += 1
  const file = join(folder, `state-${files}.json`)
  const merchant = exampleMerchant()
  const state: State = { merchants: new Map([[merchant.id, merchant]]), snapshots: new Map() }
  const keeper = keepState({ file, state, stored: null, log: fail, ...(compactAfter && { compactAfter }) })
  const read = async (): Promise<State> => {
    const stored = await readState(file)
    if (stored === null) throw new Error('state file not found')
    return { merchants: stored.merchants, snapshots: stored.snapshots }
  }
  return { file, state, merchant, keeper, read }
}

function fail(line: string): void {
  throw new Error(line)
}

/** The state with the maps that every merchant has in memory. */
function plain({ merchants, snapshots }: State): State {
  return { merchants: new Map(Array.from(merchants, ([id, each]) => [id, plainMerchant(each)])), snapshots }
}

function plainMerchant(merchant: Merchant): Merchant {
  const fields = Object.entries(merchant).map(([name, value]) => [
    name,
    value instanceof Map ? new Map<string, unknown>(value) : value,
  ])
  return Object.fromEntries(fields) as Merchant
}
