export type Counters = {
  /** `calls` to the gateway and `jobs` that ran. */
  readonly byName: ReadonlyMap<string, number>
  /** The runs by kind of job. */
  readonly jobs: ReadonlyMap<string, number>
}

/** What a service has counted, as its metrics show it. */
export async function readCounters(url: string): Promise<Counters> {
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`)
  const lines = (await response.text()).split('\n')
  const jobs = new Map<string, number>()
  let calls = 0
  for (const line of lines) {
    const value = Number(line.slice(line.lastIndexOf(' ') + 1))
    if (line.startsWith('goodword_processor_request_duration_seconds_count{')) calls += value
    const kind = /^goodword_job_runs_total\{.*kind="(\w+)"/.exec(line)?.[1]
    if (kind !== undefined) jobs.set(kind, (jobs.get(kind) ?? 0) + value)
  }
  const runs = [...jobs.values()].reduce((sum, it) => sum + it, 0)
  return {
    byName: new Map([
      ['calls', calls],
      ['jobs', runs],
    ]),
    jobs,
  }
}
