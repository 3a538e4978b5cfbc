import type { ProcessorClient, SetupFinding } from '../../connectors/connector.ts'
import type { ProcessorError } from '../../connectors/processor-error.ts'
import type { Transaction } from '../../frame/context.ts'
import {
  type ConnectionHealth,
  type ConnectionId,
  type ConnectionRow,
  recordFindings,
} from '../rows/connections.ts'

/** Names of the calls of a client. */
export type MadeCalls = ReadonlySet<string>

/** The client, and the calls that were made with it. */
export function notingCalls(client: ProcessorClient): {
  readonly client: ProcessorClient
  readonly made: MadeCalls
} {
  const made = new Set<string>()
  const noting = new Proxy(client, {
    get(target, name, receiver) {
      made.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })
  return { client: noting, made }
}

export function storedFindings({
  missing_setup: stored,
}: Pick<ConnectionRow, 'missing_setup'>): readonly SetupFinding[] {
  // Only findings were ever stored there.
  return stored as readonly SetupFinding[]
}

/** Whether calls that the processor accepted show that something is not missing any more. */
export function showsAsPresent(row: Pick<ConnectionRow, 'missing_setup'>, made: MadeCalls): boolean {
  return storedFindings(row).some((it) => isShown(it, made))
}

/**
 * Notes the permission that the processor refused a call for, or that others are not missing any more. It stays noted while
 * calls that need no such permission succeed. The connection is locked.
 */
export function noteFindings(
  tx: Transaction,
  id: ConnectionId,
  health: ConnectionHealth,
  error: ProcessorError | null,
  made: MadeCalls,
): void {
  const stored = storedFindings(health)
  const missing = error?.missing ?? null
  if (missing !== null) {
    if (stored.some((it) => it.item === missing.item && it.name === missing.name)) return
    recordFindings(tx, id, [...stored, missing])
  } else if (error === null && showsAsPresent(health, made)) {
    recordFindings(
      tx,
      id,
      stored.filter((it) => !isShown(it, made)),
    )
  }
}

function isShown({ neededBy }: SetupFinding, made: MadeCalls): boolean {
  return neededBy !== undefined && made.has(neededBy)
}
