import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { keyUsesWritten } from '../../frame/tenants/find-caller.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { drainErasures } from '../../testing/erasure/drain-erasures.ts'
import { storeEverywhere } from '../../testing/erasure/person-everywhere.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'

const service = await startTestService()
const { live, test: trial, call, ctx } = service
const acme = merchantAt(call, live)
const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })

type Commits = {
  inOnePhase: number
  /** The commands that each of these transactions sent to the nodes. */
  readonly inTwoPhases: string[][]
}

test('what is written for a tenant commits in one phase on one node', async () => {
  const commits = await watchCommits()
  const { path } = await storeEverywhere(service, 'probe')
  await acme.program({ landingPage: 'https://shop.example.com/other' })
  await merchantAt(call, trial).requestOk('POST', '/webhooks', { url: 'http://127.0.0.1:9/' })
  const code = await acme.user('referrer')
  await acme.friend('friend', code)
  await acme.pay('friend')
  await acme.moderate('DENY', String((await acme.referral('friend')).id))
  await acme.give('friend', { type: 'CREDIT', unit: 'points', credit: 5 })
  const [reward] = entriesOf((await acme.requestOk('GET', '/rewards?accountId=friend')).rewards)
  await acme.requestOk('POST', `/reward/${String(reward?.id)}/cancel`, {})
  await acme.requestOk('POST', '/exports', { kind: 'users', format: 'csv' })
  await acme.requestOk('DELETE', path)
  await drainErasures(service, runner, live.alias)
  // The hour in which a key was used, and what assistants want, are in the directory, which each node has a copy of.
  await keyUsesWritten(ctx)
  const ofDirectory = /^(?:UPDATE app[.]api_key_|DELETE FROM app[.]staff_assistant_write_)/
  const ofTenants = commits.inTwoPhases.filter((sent) => !sent.some((it) => ofDirectory.test(it)))
  expect(ofTenants).toEqual([])
  expect(commits.inTwoPhases.length).toBeGreaterThan(0)
  expect(commits.inOnePhase).toBeGreaterThan(50)
})

/** Counts the commits that sessions of the service send to the nodes from now on. */
async function watchCommits(): Promise<Commits> {
  const commits: Commits = { inOnePhase: 0, inTwoPhases: [] }
  ctx.db.pool.on('connect', (client: PoolClient) => {
    let sent: string[] = []
    client.on('notice', ({ message = '' }) => {
      const command = /^issuing (.*)/s.exec(message)?.[1]
      if (command === undefined) return
      if (command.startsWith('BEGIN')) sent = []
      sent.push(command)
      if (command === 'COMMIT') commits.inOnePhase += 1
      if (command.startsWith('PREPARE TRANSACTION')) commits.inTwoPhases.push([...sent])
    })
  })
  const sql = (text: string) => service.owner.query({ name: '', text }, [])
  await sql(`do $$ begin
    execute format('alter database %I set citus.log_remote_commands = on', current_database());
  end $$`)
  // Connections that are open already do not have the setting.
  await sql(`select pg_terminate_backend(a.pid, 60000) from pg_stat_activity a
    where a.datname = current_database() and a.application_name = 'goodword' and a.usename <> current_user`)
  return commits
}
