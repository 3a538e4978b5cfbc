import { createServer } from 'node:net'
import { baseUrlOf, type Config } from '../config.ts'
import { explainFailure } from '../start/explain-failure.ts'
import type { Check } from './check.ts'

const PATIENCE_MS = 4000

/** Whether the service runs and is well, or could be started where it is to be. */
export async function checkService(config: Config): Promise<readonly Check[]> {
  const name = 'service'
  if (config.port === 0) return [{ name, ok: true, message: 'A start takes any port that is free.' }]
  const here = baseUrlOf({ ...config, baseUrl: null }, config.port)
  const answer = await ask(`${here}/readyz`)
  if (answer === null) return [await checkPort(config)]
  if (answer === 'silence') {
    const message = `Something listens at ${here} and does not answer. Look at its log, or stop it.`
    return [{ name, ok: false, message }]
  }
  const { checks, apiErrorCode, message } = Object(answer)
  if (apiErrorCode === 'SERVICE_UNAVAILABLE') {
    return [{ name, ok: false, message: `It runs at ${here}. ${message}` }]
  }
  if (typeof checks !== 'object') {
    const advice = 'Stop that, or choose another port with PORT'
    return [{ name, ok: false, message: `Another program answers at ${here}. ${advice}.` }]
  }
  return [
    { name, ok: true, message: `It runs at ${here} and is ready.` },
    { name: 'queue', ok: true, message: 'Nothing waits for long.' },
  ]
}

/** What is answered as JSON; something else where it is none; null when nobody listens. */
async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
    return await answer.json().catch(() => 'no JSON')
  } catch (error) {
    if (error instanceof DOMException) return 'silence'
    // Whoever hangs up or speaks another language than HTTP listens as well.
    const { code } = Object(error instanceof Error ? error.cause : null)
    return ['ECONNREFUSED', 'ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN'].includes(code) ? null : 'no HTTP'
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
      server.close(() => done({ name, ok: true, message: `It does not run now; port ${port} is free.` })),
    )
  })
}
