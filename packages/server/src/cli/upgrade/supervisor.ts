import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../operations/foundation/tenants/operator-error.ts'

/** The service may take 30 seconds to finish its requests. */
const STOP_MS = 45_000
const PAUSE_MS = 200
const REPORT_MS = 10_000
const PROBE_MS = 5000

/** @throws OperatorError when something still listens after the time that a stop takes */
export async function waitUntilStopped(url: string): Promise<void> {
  const limit = performance.now() + STOP_MS
  while ((await probe(url)) !== null) {
    if (performance.now() > limit) {
      throw new OperatorError(
        `A program still responds at ${url} after the stop command. Give the command that stops the service as --stop, or its ` +
          'address as --url.',
      )
    }
    await pause(PAUSE_MS)
  }
}

/** @throws OperatorError with what the service said last when it is not ready in time */
export async function waitUntilReady(
  url: string,
  readyMs: number,
  report: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now()
  let reportedAt = startedAt
  for (;;) {
    const found = await probe(url)
    if (found === 'ready') return
    const now = performance.now()
    const state = found ?? `nothing responds at ${url}`
    if (now - startedAt > readyMs)
      throw new OperatorError(`It was not ready within ${Math.round(readyMs / 1000)} s: ${state}.`)
    if (now - reportedAt > REPORT_MS) {
      report(`  Still waiting after ${Math.round((now - startedAt) / 1000)} s: ${state} …`)
      reportedAt = now
    }
    await pause(PAUSE_MS)
  }
}

/** What responds: null for nothing, else `ready` or what is wrong. */
async function probe(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' })
    const body: unknown = await answer.json().catch(() => null)
    const { status, checks, message } = Object(body)
    if (answer.status === 200 && status === 'ok' && typeof checks === 'object') return 'ready'
    return typeof message === 'string' ? message.replace(/[.]$/, '') : `status ${answer.status}`
  } catch (error) {
    if (error instanceof DOMException) return `no response within ${PROBE_MS / 1000} s`
    const { code } = Object(error instanceof Error ? error.cause : null)
    return code === 'ECONNREFUSED' ? null : `no HTTP (${code})`
  }
}
