import { resolve } from 'node:path'
import { untilReady } from '../laboratory/processes/goodword.ts'
import { startGuarded } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'
import { supervise } from '../laboratory/processes/supervised.ts'
import type { Chance } from './chance.ts'
import { asOwner, databaseFaults } from './database-faults.ts'
import { killing, orStop, type TrialDatabase } from './goodword-targets.ts'
import { accountGetsManualRewards, friendPays } from './stories.ts'
import type { Target } from './target.ts'

/** A deliberately wrong service in its own schema. A trial that does not detect it is useless. */
export async function naiveService(database: TrialDatabase, chance: Chance): Promise<Target> {
  const { address, location, env } = database
  const runSql = <Row>(text: string) => asOwner(address, (owner) => owner.query<Row>({ name: '', text }, []))
  await runSql('create schema naive')
  await runSql('create table naive.effect (effect text not null)')
  await runSql('create index on naive.effect (effect)')
  const port = await heldPort()
  const url = `http://127.0.0.1:${port}`
  const script = resolve(import.meta.dirname, 'naive-service.ts')
  const service = supervise(() => startGuarded([script], { env: { ...env, PORT: `${port}` } }))
  return orStop(service.stop, async () => {
    await untilReady(url)
    return {
      name: 'a naive service',
      urls: [url],
      tenant: { alias: 'naive', apiKey: 'none' },
      stories: [friendPays, accountGetsManualRewards],
      faults: [killing(service), ...databaseFaults(location, address, chance)],
      allowedRefusals: [],
      untilWell: () => untilReady(url),
      stored: async () => {
        type Row = { effect: string; times: number }
        const rows = await runSql<Row>(
          'select effect, count(*)::int as times from naive.effect group by effect',
        )
        return new Map(rows.map(({ effect, times }) => [effect, times]))
      },
      readBack: async () => null,
      brokenPromises: async () => [],
      ownEnds: service.ownEnds,
      stop: service.stop,
    }
  })
}
