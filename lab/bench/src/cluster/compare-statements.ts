import { compareOperations, type MeasuredTenant } from './compare-operations.ts'
import type { Servers } from './servers.ts'
import { countStatements, readStatementTimes, type StatementTime } from './statement-times.ts'

/** A statement as each server that it was sent to took it; null where it was not sent to it. */
export type ComparedStatement = {
  readonly name: string
  readonly plain: StatementTime
  readonly coordinator: StatementTime | null
  readonly worker: StatementTime | null
}

/** Lets every operation run again, and compares what its statements took on the servers. The costliest come first. */
export async function compareStatements(
  { plain, coordinator, workers: [worker] }: Servers,
  measured: readonly MeasuredTenant[],
  isQuick: boolean,
): Promise<readonly ComparedStatement[]> {
  const servers = [plain, coordinator, worker]
  for (const it of servers) await countStatements(it)
  await compareOperations(measured, { rounds: 1, isQuick }, () => undefined)
  const [onPlain, onCoordinator, onWorker] = await Promise.all(servers.map(readStatementTimes))
  const compared = [...(onPlain ?? [])].map(([name, time]) => ({
    name,
    plain: time,
    coordinator: onCoordinator?.get(name) ?? null,
    worker: onWorker?.get(name) ?? null,
  }))
  return compared.sort((a, b) => totalOf(b) - totalOf(a))
}

function totalOf({ coordinator }: ComparedStatement): number {
  return coordinator === null ? 0 : coordinator.calls * (coordinator.planMs + coordinator.runMs)
}
