import type { Fullness } from './dataset/load.ts'
import type { Effort } from './measure.ts'
import type { Result, State } from './states.ts'

/** Reports progress and the estimated remaining time on standard error. */
export type Progress = {
  readonly plan: (states: readonly State[], effort: Effort) => void
  /** Reports that so many referrals more are there. */
  readonly filled: (referrals: number) => void
  readonly loaded: (tenants: number) => void
  readonly measured: (result: Result) => void
  readonly planned: (plans: number) => void
}

/** A first guess in seconds, corrected by measurements. */
const LOADING_A_TENANT = 0.5
const LOADING_A_FRIEND = 1 / 6000
const AROUND_A_ROUND = 1.5
const WARM_UPS = 2
const OPENING = 3
/** No line sooner after the one before, where many could be written; milliseconds. */
const QUIET_MS = 15_000

export function createProgress(write: (line: string) => void): Progress {
  const startedAt = performance.now()
  let expected = 0
  let done = 0
  let filling = 0
  let reportedAt = startedAt
  let effort: Effort = { rounds: 0, seconds: 0 }

  const loading = ({ friends }: Fullness, tenants: number): number =>
    tenants * (LOADING_A_TENANT + friends * LOADING_A_FRIEND)
  const measuring = (): number => OPENING + (effort.rounds + WARM_UPS) * 2 * (effort.seconds + AROUND_A_ROUND)
  const report = (line: string): void => {
    const took = (performance.now() - startedAt) / 1000
    // The guess counts for a minute, so that the first step alone does not turn it.
    const left = ((took + 60) / (done + 60)) * (expected - done)
    const rest = expected - done < 1 ? '' : `, about ${minutes(left)} left`
    reportedAt = performance.now()
    write(`[${minutes(took)}${rest}] ${line}`)
  }

  return {
    plan(states, wanted) {
      effort = wanted
      for (const { fullness, tenants, isFreshForEach, scenarios } of states) {
        const writing = scenarios.filter((it) => it.ceiling.kind === 'write').length
        const loads = isFreshForEach ? Math.max(1, writing) : 1
        expected += fullness === null ? 0 : loads * loading(fullness, tenants)
        expected += scenarios.length * measuring()
      }
      report('Starting the service and its database …')
    },
    filled(referrals) {
      filling += referrals
      done += referrals * LOADING_A_FRIEND
      if (performance.now() - reportedAt > QUIET_MS)
        report(`Loading: ${filling.toLocaleString('en')} referrals so far.`)
    },
    loaded(tenants) {
      done += tenants * LOADING_A_TENANT
      report(
        `Loaded ${filling.toLocaleString('en')} referrals into ${tenants === 1 ? 'one tenant' : `${tenants} tenants`}.`,
      )
      filling = 0
    },
    measured({ scenario, state, perSecond, ceilingPerSecond, ratio, p99Ms }) {
      done += measuring()
      const share = `${Math.round(ratio * 100)} % of ${Math.round(ceilingPerSecond)}/s`
      report(`${scenario} at ${state}: ${Math.round(perSecond)}/s, ${share}, p99 ${p99Ms.toFixed(1)} ms`)
    },
    planned: (plans) => report(`Read the plans of ${plans} statements.`),
  }
}

function minutes(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${`${whole % 60}`.padStart(2, '0')} min`
}
