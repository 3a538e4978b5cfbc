import { resolve } from 'node:path'
import { type NodeProgram, startNode } from '@goodword/testing/node-program'
import { afterAll } from 'vitest'
import type { ServiceAddress } from '../../engine/driver/database.ts'
import type { JobKind } from '../../frame/jobs/job-kind.ts'

/** The options that a worker gets as JSON. */
export type WorkerOptions = {
  readonly address: ServiceAddress
  readonly leaseMs: number
  /** Where its clock stands, read at each start; without, it has the machine's clock. */
  readonly now?: number
  /** The key in hexadecimal; one of its own without. */
  readonly secretKey?: string
  /** The port of its mail server; none without. */
  readonly mailPort?: number
  /** The kinds of the service's jobs that it runs; all without. */
  readonly kinds?: readonly JobKind[]
  /** The period of its recurring jobs. */
  readonly everyMs?: number
}

export type WorkerFile = 'noting-worker' | 'publishing-worker' | 'recurring-worker' | 'service-worker'

export type WorkerProcesses = {
  /** The programs that run, the oldest first. */
  readonly running: readonly NodeProgram[]
  readonly start: () => Promise<NodeProgram>
  readonly kill: (program: NodeProgram) => Promise<void>
  /** Kills the one that runs for longest, and starts another. */
  readonly replaceOldest: () => Promise<void>
}

/** Far longer than it takes. */
export const PATIENT = { timeout: 300_000, interval: 10 }

/**
 * Workers as processes of their own, which a test kills. Remaining ones end after the file's last test. Node gets
 * `nodeOptions`, such as limits of its memory.
 */
export function workerProcesses(
  file: WorkerFile,
  options: WorkerOptions,
  nodeOptions: readonly string[] = [],
): WorkerProcesses {
  const running: NodeProgram[] = []
  const args = [...nodeOptions, resolve(import.meta.dirname, `${file}.ts`)]

  async function start(): Promise<NodeProgram> {
    const program = startNode([...args, JSON.stringify(options)], { env: {} })
    running.push(program)
    await program.waitForOutput(/started/)
    return program
  }

  async function kill(program: NodeProgram): Promise<void> {
    program.child.kill('SIGKILL')
    await program.ended
    running.splice(running.indexOf(program), 1)
  }

  afterAll(async () => {
    await Promise.all([...running].map(kill))
  })
  return {
    running,
    start,
    kill,
    async replaceOldest() {
      const [oldest] = running
      if (oldest !== undefined) await kill(oldest)
      await start()
    },
  }
}
