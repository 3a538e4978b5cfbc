import { newFriends } from '../dataset/new-friends.ts'
import type { FilledTenant } from './filled-tenant.ts'
import { mediansInTurn, msPerCall } from './in-turn.ts'
import { type Ground, nextNumber, type Operation, operations } from './operations.ts'
import type { OpenedDatabase, Route } from './routes.ts'

/** Milliseconds of one call by each route. */
export type ComparedOperation = { readonly name: string } & Readonly<Record<Route['name'], number>>

/** A database with the tenant that is measured on it. */
export type MeasuredTenant = { readonly database: OpenedDatabase; readonly tenant: FilledTenant }

export type Effort = { readonly rounds: number; readonly isQuick: boolean }

/** Measures every operation by each route in turn. */
export async function compareOperations(
  measured: readonly MeasuredTenant[],
  { rounds, isQuick }: Effort,
  report: (line: string) => void,
): Promise<readonly ComparedOperation[]> {
  const ways = measured.flatMap((it) => it.database.routes.map((route) => ({ ...it, route })))
  const compared: ComparedOperation[] = []
  for (const operation of operations) {
    const medians = await mediansInTurn(ways, rounds, ({ database, tenant, route }) =>
      measureOperation(
        isQuick ? quickly(operation) : operation,
        { ctx: route.ctx, ...tenant, friends: [] },
        database,
      ),
    )
    const msBy = (name: Route['name']) =>
      [...medians].find(([{ route }]) => route.name === name)?.[1] ?? Number.NaN
    const result = { plain: msBy('plain'), coordinator: msBy('coordinator'), worker: msBy('worker') }
    compared.push({ name: operation.name, ...result })
    const text = Object.entries(result).map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`)
    report(`${operation.name}: ${text.join(', ')}`)
  }
  return compared
}

/** Each caller still has work. */
function quickly(operation: Operation): Operation {
  return { ...operation, calls: Math.max(operation.callers, Math.ceil(operation.calls / 10)) }
}

async function measureOperation(
  { calls, callers, needsFriends, prepare, run }: Operation,
  ground: Ground,
  { owner }: OpenedDatabase,
): Promise<number> {
  const { tenantId: id, referrers } = ground
  const friends =
    needsFriends === true ? await newFriends({ owner, nextNumber }, { id, referrers }, calls) : []
  const ready = { ...ground, friends }
  await prepare?.(ready, calls)
  return msPerCall(callers, calls, (index) => run(ready, nextNumber(), index))
}
