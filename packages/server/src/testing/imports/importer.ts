import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { basic, type TestService } from '../test-service.ts'
import { testRunner } from '../test-worker.ts'

type Body = Readonly<Record<string, unknown>>
type Options = { readonly type?: string; readonly process?: TestService['ctx'] }

/** Imports files of a test's merchant. */
export type Importer = {
  /** Sends a file; the answer is held to nothing. */
  send(
    kind: string,
    file: string | Buffer,
    more?: string,
    options?: Options,
  ): Promise<{ status: number; body: Body }>
  /** Runs the jobs of the tenant. */
  work(): Promise<void>
  /** Sends a file, runs it, and returns the import as it ended. */
  run(kind: string, file: string | Buffer, more?: string, options?: Options): Promise<Body>
  /** The errors of the last import. */
  errors(): Promise<readonly Body[]>
  /** The records of tenants beside imports and jobs: equal means that nothing was imported. */
  records(): Promise<unknown>
}

const TIMEOUT_MS = 60_000

export function makeImporter(service: TestService): Importer {
  const { live, ctx } = service
  const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
  let last = ''

  const send: Importer['send'] = async (kind, file, more = '', { type = 'text/csv' } = {}) => {
    const { statusCode, payload } = await service.app.inject({
      method: 'POST',
      url: `/api/v1/${live.alias}/imports?kind=${kind}${more}`,
      headers: { authorization: basic(`${live.apiKey}:`), 'content-type': type },
      payload: file,
    })
    const body: Body = JSON.parse(payload)
    if (typeof body.id === 'string') last = body.id
    return { status: statusCode, body }
  }

  const work = async () => {
    const isDone = await drainTenant(runner, live.alias, service.clock.now, TIMEOUT_MS)
    if (!isDone) throw new Error('the jobs of the tenant did not end')
  }

  return {
    send,
    work,
    async run(kind, file, more, options) {
      const { status, body } = await send(kind, file, more, options)
      if (status !== 202) throw new Error(`the import is ${status}: ${JSON.stringify(body)}`)
      await work()
      return (await service.call('GET', `/imports/${body.id}`)).body
    },
    async errors() {
      const { body } = await service.call('GET', `/imports/${last}/errors?limit=1000`)
      return body.errors as readonly Body[]
    },
    async records() {
      const rows = (await service.rows()) as readonly { readonly name: string }[]
      // Of the files of exports and rejected rows, none is a record.
      const others = new Set(['job', 'export_part'])
      return rows.filter(({ name }) => !name.startsWith('import') && !others.has(name))
    },
  }
}
