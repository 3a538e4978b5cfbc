import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asOwner } from '../crash/database-faults.ts'
import { orStop, type TrialDatabase } from '../crash/goodword-targets.ts'
import { untilReady } from '../laboratory/processes/goodword.ts'
import { startGuarded } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { supervise } from '../laboratory/processes/supervised.ts'
import type { Gateway, Subscriber } from './gateway.ts'
import type { ProcessorTarget } from './target.ts'

/** A deliberately wrong connector in a schema of its own. A trial that does not detect it is useless. */
export async function naiveConnector(database: TrialDatabase, gateway: Gateway): Promise<ProcessorTarget> {
  const { address, env } = database
  const runSql = <Row>(text: string) => asOwner(address, (owner) => owner.query<Row>({ name: '', text }, []))
  await runSql('drop schema if exists naive cascade')
  await runSql('create schema naive')
  await runSql('create table naive.effect (effect text not null)')
  await runSql('create table naive.customer (name text not null, subscription text not null, code text)')
  const port = await heldPort()
  const url = `http://127.0.0.1:${port}`
  const script = resolve(import.meta.dirname, 'naive-connector.ts')
  const CREDENTIALS = JSON.stringify(gateway.credentials)
  const service = supervise(() => startGuarded([script], { env: { ...env, PORT: `${port}`, CREDENTIALS } }))
  const link = async ({ name, subscriptionId: subscription }: Subscriber, code: string | null) => {
    const body = JSON.stringify({ name, subscription, code })
    const send = () => fetch(`${url}/link`, { method: 'POST', body })
    while (
      !(await send()
        .then((answer) => answer.ok)
        .catch(() => false))
    )
      await pause(50)
  }
  return orStop(service.stop, async () => {
    await untilReady(url)
    await gateway.listen(`${url}/hook`)
    return {
      name: `a naive connector at ${gateway.processor}`,
      clockUrl: `${url}/clock`,
      async addReferrer(referrer) {
        await link(referrer, null)
        return referrer.name
      },
      link,
      linkRival: async () => undefined,
      moderate: async () => undefined,
      claim: async () => undefined,
      discountOf: async () => null,
      bills: async () => null,
      async stored() {
        type Row = { effect: string; times: number }
        const rows = await runSql<Row>(
          'select effect, count(*)::int as times from naive.effect group by effect',
        )
        return new Map(rows.map(({ effect, times }) => [effect, times]))
      },
      brokenPromises: async () => [],
      mostAttempts: async () => 0,
      async kill() {
        await service.kill()
        return 1
      },
      untilWell: () => untilReady(url),
      ownEnds: service.ownEnds,
      stop: service.stop,
    }
  })
}
