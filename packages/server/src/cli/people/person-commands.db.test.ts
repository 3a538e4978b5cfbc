import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../store/driver/database.ts'
import { makeEmptyEnvironment, makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const first = await makeEnvironment()
const second = await makeEmptyEnvironment()
const folder = temporaryFolder()
afterAll(async () => {
  await first.drop()
  await second.drop()
})

type Environment = Readonly<Record<string, string>>

const env: Environment = { ...first.env, DEMO: 'off' }
const restored: Environment = { ...second.env, DEMO: 'off', SECRET_KEY: env.SECRET_KEY ?? '' }

async function answerOf(environment: Environment, ...args: string[]) {
  const { code, output, errors } = await runCommand(environment, ...args)
  expect({ code, errors }).toMatchObject({ code: 0 })
  return JSON.parse(output)
}

const id = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

/** Two accounts with a user each. */
async function addPeople(): Promise<void> {
  const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1)
  const insert = (text: string) => owner.query({ name: '', text }, [])
  for (const [key, name] of [
    [1, 'jane'],
    [2, 'john'],
  ] as const) {
    await insert(`insert into app.account (tenant_id, id, external_id, browser_paid, created_at)
      values ('acme', '${id(key)}', 'acct_${name}', false, now())`)
    await insert(`insert into app.participant (tenant_id, id, account_id, external_id, code, email, confirmed, created_at)
      values ('acme', '${id(key)}', '${id(key)}', '${name}', 'CODE-${name}', '${name}@example.com', true, now())`)
    await insert(`insert into app.referral_code (tenant_id, code, account_id, participant_id, created_at)
      values ('acme', 'CODE-${name}', '${id(key)}', '${id(key)}', now())`)
  }
  await owner.close()
}

test('a person is printed and erased, and erased again after a backup has brought them back', async () => {
  await answerOf(env, 'tenant', 'create', 'acme')
  await addPeople()
  const backup = join(folder, 'backup')
  await answerOf(env, 'backup', backup)

  const data = await answerOf(env, 'person', 'data', 'acme', 'acct_jane', 'jane')
  expect(data).toMatchObject({ userId: 'jane', isOnlyUser: true, user: [{ email: 'jane@example.com' }] })

  const unconfirmed = await runCommand(env, 'person', 'erase', 'acme', 'acct_jane', 'jane')
  expect(unconfirmed).toMatchObject({ code: 1, output: '' })
  expect(unconfirmed.errors).toContain('run it again with --yes')
  expect(await answerOf(env, 'person', 'erase', 'acme', 'acct_jane', 'jane', '--yes')).toEqual({
    ...{ alias: 'acme', state: 'ERASING', accountErased: true },
  })
  // A repeat says the same and is no further entry.
  await answerOf(env, 'person', 'erase', 'acme', 'acct_jane', 'jane', '--yes')
  const { entries } = await answerOf(env, 'audit', 'list', 'acme')
  const erasures = entries.filter((it: { action: string }) => it.action === 'person.erase')
  expect(erasures).toMatchObject([{ details: { participantId: id(1) } }])

  const file = join(folder, 'erasures')
  expect(await answerOf(env, 'person', 'erasures', 'acme', file)).toEqual({ alias: 'acme', file, people: 1 })
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{43}\n$/)

  await answerOf(restored, 'restore', backup)
  const back = await answerOf(restored, 'person', 'data', 'acme', 'acct_jane', 'jane')
  expect(back.user).toMatchObject([{ email: 'jane@example.com' }])
  const again = ['person', 'erase-again', 'acme', file] as const
  expect((await runCommand(restored, ...again)).code).toBe(1)
  expect(await answerOf(restored, ...again, '--yes')).toEqual({ alias: 'acme', erased: 1 })
  expect(await answerOf(restored, ...again, '--yes')).toEqual({ alias: 'acme', erased: 0 })
  const { code, errors } = await runCommand(restored, 'person', 'data', 'acme', 'acct_jane', 'jane')
  expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('no user with this ID') })
  const john = await answerOf(restored, 'person', 'data', 'acme', 'acct_john', 'john')
  expect(john.user).toMatchObject([{ email: 'john@example.com' }])
  expect((await runCommand(restored, 'person', 'erase-again', 'acme', backup, '--yes')).errors).toContain(
    'is no line of a file that "person erasures" wrote',
  )
})
