import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1)
afterAll(async () => {
  await owner.close()
  await drop()
})

const id = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

async function jobsCheck(): Promise<unknown> {
  const { checks } = JSON.parse((await runCommand(env, 'doctor')).output)
  return checks.find((it: { name: string }) => it.name === 'jobs')
}

test('failed jobs are named by the doctor, listed with their error, and run again, which is noted', async () => {
  await answer('tenant', 'create', 'acme')
  expect(await jobsCheck()).toMatchObject({ ok: true })
  await owner.query(
    {
      name: '',
      text: `insert into job (tenant_id, id, kind, subject, state, changed_at, attempts, last_error, due_at)
        values ('acme', '${id(1)}', 'CLOSE_LEDGER', 'a', 'FAILED', now(), 25, 'Error: no', null),
          ('acme', '${id(2)}', 'CLOSE_LEDGER', 'b', 'WAITING', now(), 3, null, now() + interval '1 day'),
          ('acme', '${id(3)}', 'CLOSE_LEDGER', 'c', 'READY', now(), 0, null, null)`,
    },
    [],
  )
  expect(await jobsCheck()).toMatchObject({
    ok: false,
    message: expect.stringMatching(
      /^Background jobs have failed for good: 1, of acme\. .*job list acme --failed/,
    ),
  })
  const failed = await answer('job', 'list', 'acme', '--failed')
  expect(failed).toMatchObject({ alias: 'acme', jobs: [{ id: id(1), attempts: 25, lastError: 'Error: no' }] })
  expect(Object(await answer('job', 'list', 'acme')).jobs).toHaveLength(3)

  expect(await answer('job', 'retry', 'acme', id(1))).toEqual({
    ...{ alias: 'acme', id: id(1), kind: 'CLOSE_LEDGER', changed: true },
  })
  expect(await answer('job', 'retry', 'acme', id(2))).toMatchObject({ changed: true })
  expect(await answer('job', 'retry', 'acme', id(3))).toMatchObject({ changed: false })
  const { jobs } = Object(await answer('job', 'list', 'acme'))
  expect(jobs.map((it: { state: string }) => it.state)).toEqual(['READY', 'READY', 'READY'])
  const { entries } = Object(await answer('audit', 'list', 'acme'))
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'job.retry', details: { jobId: id(2), kind: 'CLOSE_LEDGER' } },
    { action: 'job.retry', details: { jobId: id(1), kind: 'CLOSE_LEDGER' } },
  ])
  expect(await jobsCheck()).toMatchObject({ ok: true })
})

test.each([
  [['job', 'retry', 'acme', id(9)], `There is no job "${id(9)}" in acme`],
  [['job', 'retry', 'acme', "x' or true"], 'There is no job'],
  [['job', 'retry', 'nobody', id(1)], 'There is no tenant "nobody"'],
  [['job', 'list', 'nobody'], 'There is no tenant "nobody"'],
])('%j is refused', async (args, text) => {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(text)
})

test('the jobs of the installation are listed under *', async () => {
  expect(await answer('job', 'list', '*')).toEqual({ alias: '*', jobs: [] })
})
