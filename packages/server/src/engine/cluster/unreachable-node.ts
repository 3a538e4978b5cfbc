import pg from 'pg'

/**
 * The node of a cluster, as `host:port`, whose failure is why a statement failed on the node that this process is connected to;
 * null for any other failure. That node itself has answered: with the error.
 */
export function unreachableNode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (!(error instanceof pg.DatabaseError)) return unreachableNode(error.cause)
  if (error.code === INTERNAL_ERROR) return ESSENTIAL.exec(error.message)?.[1] ?? null
  if (!isLostConnection(error)) return null
  const named = NODE.exec(error.message) ?? NODE.exec(error.where ?? '')
  return named?.[1] ?? null
}

/** Connection exceptions, and sessions that a server ended. */
function isLostConnection({ code = '' }: pg.DatabaseError): boolean {
  return code.startsWith('08') || code.startsWith('57P')
}

// `… to the remote node user@host:port failed …`, `… to the node host:port after …`, `while executing command on host:port`.
const NODE = /\b(?:node|command on) (?:[^\s@]+@)?([^\s@]+:\d+)/

// In a transaction that has written to the node, Citus reports its loss as an internal error.
const INTERNAL_ERROR = 'XX000'
const ESSENTIAL = /marked as essential: ([^\s@]+:\d+)/
