import { quantile } from '@goodword/trials/laboratory/report/quantiles'
import autocannon from 'autocannon'

/** The result of a load run. */
export type LoadRun = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The longest that a caller waited. */
  readonly longestMs: number
}

/** A class of status. */
export type Answer = '2xx' | '3xx'

/** The number of callers that wait for an answer at any moment. */
export const CALLERS = 32

/**
 * Sends these requests, each once, over 32 connections unless said otherwise, of which each sends the next when it has its answer.
 *
 * @throws Error when any answer is none of the class that is expected
 */
export async function runLoad(
  url: string,
  requests: readonly string[],
  expected: Answer = '2xx',
  callers = CALLERS,
): Promise<LoadRun> {
  const latencies = new Float64Array(requests.length)
  let answered = 0
  let next = 0
  let badAnswer: string | null = null
  let lastAnswerAt = 0
  const startedAt = performance.now()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: Math.min(callers, requests.length),
        amount: requests.length,
        timeout: 30,
        // How often it looks whether it is done, in milliseconds.
        sampleInt: 20,
        setupClient(client) {
          let body: Buffer | null = null
          // Requests were made before: making them now would take the time that the service needs.
          Object.assign(client, { getRequestBuffer: () => requests[next++] })
          client.on('body', (piece) => {
            body = piece
          })
          client.on('response', (status) => {
            if (`${Math.floor(status / 100)}xx` !== expected) badAnswer ??= body?.toString() ?? ''
          })
        },
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    run.on('response', (_client, _status, _bytes, tookMs) => {
      latencies[answered] = tookMs
      answered += 1
      lastAnswerAt = performance.now()
    })
  })
  if (result[expected] !== requests.length || result.errors > 0 || result.timeouts > 0) {
    throw new Error(
      `${url} answered ${result[expected]} of ${requests.length} requests with a success (${answered - result[expected]} other answers, ` +
        `${result.errors} errors, ${result.timeouts} too late). ${badAnswer ?? ''}`,
    )
  }
  latencies.sort()
  return {
    perSecond: requests.length / ((lastAnswerAt - startedAt) / 1000),
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    longestMs: quantile(latencies, 1),
  }
}
