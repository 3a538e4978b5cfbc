import { createServer } from 'node:net'
import { baseUrlOf, type Config } from '../../../config.ts'
import { INSTANCE_HEADER } from '../../../frame/http/server/health.ts'
import { explainFailure } from '../../../start/explain-failure.ts'
import { isAnotherInstance } from '../another-instance.ts'
import type { Check } from '../check.ts'

const TIMEOUT_MS = 4000

/** Whether the service runs and is well, or could be started where it is to be. */
export async function checkService(config: Config): Promise<readonly Check[]> {
  const name = 'service'
  if (config.port === 0) return [{ name, ok: true, message: 'PORT=0: the service will use any free port.' }]
  const here = baseUrlOf({ ...config, baseUrl: null }, config.port)
  const answer = await fetchAnswer(`${here}/readyz`)
  if (answer === null) return [await checkPort(config)]
  if (answer === 'silence') {
    const message = `A program listens at ${here} but does not respond. Check its log, or stop it.`
    return [{ name, ok: false, message }]
  }
  const { checks, apiErrorCode, message } = Object(answer.body)
  const isNotReady = apiErrorCode === 'SERVICE_UNAVAILABLE'
  const advice = 'Stop it, or set PORT to another port'
  if (answer.instance === null || !(isNotReady || typeof checks === 'object')) {
    return [{ name, ok: false, message: `Another program responds at ${here}. ${advice}.` }]
  }
  if (await isAnotherInstance(config, answer.instance)) {
    const found = `Another Goodword with another secret key responds at ${here}`
    return [{ name, ok: false, message: `${found}. ${advice}.` }]
  }
  if (isNotReady) return [{ name, ok: false, message: `It runs at ${here}. ${message}` }]
  return [
    { name, ok: true, message: `It runs at ${here} and is ready.` },
    { name: 'queue', ok: true, message: 'No queue is stuck.' },
  ]
}

/** `body` is the JSON of the answer, or something else where it has none. */
type Answer = { readonly body: unknown; readonly instance: string | null }

/** Null if nothing listens. */
async function fetchAnswer(url: string): Promise<Answer | 'silence' | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    const body: unknown = await answer.json().catch(() => 'no JSON')
    return { body, instance: answer.headers.get(INSTANCE_HEADER) }
  } catch (error) {
    if (error instanceof DOMException) return 'silence'
    // A program that closes the connection or does not use HTTP also listens.
    const { code } = Object(error instanceof Error ? error.cause : null)
    return ['ECONNREFUSED', 'ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(code)
      ? null
      : { body: 'no HTTP', instance: null }
  }
}

function checkPort({ port, host }: Config): Promise<Check> {
  const name = 'service'
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error) =>
      done({ name, ok: false, message: explainFailure(error) ?? 'The service could not listen.' }),
    )
    server.listen(port, host, () =>
      server.close(() => done({ name, ok: true, message: `Not running; port ${port} is free.` })),
    )
  })
}
