import { markdownTable } from '../laboratory/report/markdown-table.ts'
import type { Journal } from './journal.ts'
import type { Fault, Target } from './target.ts'
import type { Effect } from './write.ts'

export type CrashReport = Evidence & {
  readonly acknowledged: number
  /** Writes with an unknown outcome: given up, or left with a claimed key. */
  readonly undecided: number
  readonly faults: Readonly<Record<Fault['hits'], number>>
  readonly refused: readonly string[]
  /** The failures of requests, with their counts. */
  readonly failures: ReadonlyMap<string, number>
  /** Last words of services that ended without being killed. */
  readonly ownEnds: readonly string[]
  readonly seconds: number
}

export type Evidence = {
  readonly target: string
  /** Acknowledged, but missing in the database or in responses of the API. */
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Stored without an acknowledgement, which is allowed. */
  readonly unacknowledged: number
  readonly brokenPromises: readonly string[]
}

/** Compares the acknowledged writes with the database and with responses of the API. */
export async function examine(target: Examined, { promised, undecided }: Journal): Promise<Evidence> {
  const stored = await target.stored()
  const accounts = [...promised.keys()].flatMap((effect) => /^account (.+)$/.exec(effect)?.[1] ?? [])
  const readBack = await target.readBack(accounts)
  const isThere = (effect: Effect) =>
    stored.has(effect) && (readBack === null || !readable.test(effect) || readBack.has(effect))
  const lost = [...promised].filter(([effect]) => !isThere(effect))
  const doubled = [...stored].filter(([, times]) => times > 1)
  return {
    target: target.name,
    lost: lost.map(([effect, write]) => `${effect}, which was promised to ${write}`),
    doubled: doubled.map(([effect, times]) => `${effect}: ${times} times`),
    unacknowledged: [...undecided].filter(({ mark }) => stored.has(mark)).length,
    brokenPromises: await target.brokenPromises(),
  }
}

type Examined = Pick<Target, 'name' | 'stored' | 'readBack' | 'brokenPromises'>

const readable = /^(account|referral|converted|ended|gift) /

/** Violations in a report; empty if there are none. */
export function faultsOf(report: Violations): readonly string[] {
  const { lost, doubled, refused, brokenPromises, failures } = report
  const unexpected = [...failures.keys()].filter((it) => !expected.test(it))
  return [...lost, ...doubled, ...refused, ...brokenPromises, ...unexpected]
}

type Violations = Pick<CrashReport, 'lost' | 'doubled' | 'refused' | 'brokenPromises' | 'failures'>

/** A process that has exited or does not respond, and a service without a database that sends `Retry-After`. */
const expected = /^(E[A-Z]+|UND_ERR_(SOCKET|CONNECT_TIMEOUT)|TimeoutError|503 SERVICE_UNAVAILABLE)$/

/** The reports as a table in Markdown. */
export function tableOf(reports: readonly CrashReport[]): string {
  const rows = reports.map((it) => [
    it.target,
    it.acknowledged,
    it.faults.service,
    it.faults.PostgreSQL,
    [...it.failures.values()].reduce((sum, times) => sum + times, 0),
    it.lost.length,
    it.doubled.length,
    it.unacknowledged,
    it.seconds,
  ])
  return markdownTable(columns, rows)
}

const columns = [
  'Target',
  'Acknowledged writes',
  'Kills of a service',
  'Kills of PostgreSQL',
  'Requests without success',
  'Lost',
  'Doubled',
  'Stored, never acknowledged',
  'Seconds',
]
