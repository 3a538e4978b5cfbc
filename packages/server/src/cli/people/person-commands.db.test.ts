import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { restoreBackup } from '../../engine/backup/restore-backup.ts'
import { noteUnfinishedRestore } from '../../engine/backup/unfinished-restore.ts'
import { openDatabase } from '../../engine/driver/database.ts'
import { asOwnerAlone } from '../../engine/driver/owner-client.ts'
import { joinStorage } from '../../start/open-storage.ts'
import { prepareStorage } from '../../start/prepare-storage.ts'
import { makeEmptyEnvironment, makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const first = await makeEnvironment()
const second = await makeEmptyEnvironment()
const [third, fourth] = [await makeEnvironment(), await makeEnvironment()]
const folder = temporaryFolder()
afterAll(async () => {
  await first.drop()
  for (const it of [second, third, fourth]) await it.drop()
})

type Environment = Readonly<Record<string, string>>

const env: Environment = { ...first.env, DEMO: 'off' }
const withKey = { DEMO: 'off', SECRET_KEY: env.SECRET_KEY ?? '' }
const restored: Environment = { ...second.env, ...withKey }

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
    await insert(`insert into app.account_user (tenant_id, id, account_id, external_id, code, email, confirmed, created_at)
      values ('acme', '${id(key)}', '${id(key)}', '${name}', 'CODE-${name}', '${name}@example.com', true, now())`)
    await insert(`insert into app.referral_code (tenant_id, code, account_id, user_id, created_at)
      values ('acme', 'CODE-${name}', '${id(key)}', '${id(key)}', now())`)
  }
  await owner.close()
}

const backup = join(folder, 'backup')
const erasedAgain = '1 person erased since the backup was made: erased again.'

test('a person is printed and erased, and erased again after a backup has brought them back', async () => {
  await answerOf(env, 'tenant', 'create', 'acme')
  await addPeople()
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

  expect(await answerOf({ ...env, BACKUP_DIR: folder }, 'backup', 'erasures')).toMatchObject({ people: 1 })
  const withErased = await runCommand(restored, 'restore', backup, '--with-erased')
  expect(withErased.errors).toContain('People who were erased since the backup was made are restored with it')
  expect(JSON.parse(withErased.output)).toMatchObject({ erasedAgain: null })
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

test('a person who was erased after a backup is not there after its restore', async () => {
  const environment = { ...third.env, ...withKey }
  const { output, errors } = await runCommand(environment, 'restore', backup)
  expect(errors).toContain(erasedAgain)
  expect(JSON.parse(output)).toMatchObject({ rows: { account_user: 2 }, erasedAgain: 1 })
  expect(await peopleIn(environment)).toEqual(['john'])
})

test('a restore that was interrupted before people were erased again goes on, and the service does not start before', async () => {
  const environment = { ...fourth.env, ...withKey }
  const storage = await joinStorage(readConfig(environment))
  const start = () => prepareStorage(storage, () => undefined)
  await restoreBackup(storage.owner, backup, storage.keys.all, {
    progress: () => undefined,
    isUnfinished: true,
  })
  await expect(start()).rejects.toThrow('are not erased again yet. Run "goodword -- restore <file>" again')
  const other = join(folder, 'other')
  await answerOf(env, 'backup', other)
  expect((await runCommand(environment, 'restore', other)).errors).toContain('The restore of another backup')
  const elsewhere = join(temporaryFolder(onTestFinished), 'backup')
  await copyFile(backup, elsewhere)
  expect((await runCommand(environment, 'restore', elsewhere)).errors).toContain(
    'is missing now, or an older',
  )
  const { output, errors } = await runCommand(environment, 'restore', backup)
  expect(errors).toContain(erasedAgain)
  expect(JSON.parse(output)).toMatchObject({ rows: {}, erasedAgain: 1 })
  expect(await peopleIn(environment)).toEqual(['john'])
  await start()
  await asOwnerAlone(storage.owner, (client) => noteUnfinishedRestore(client, JSON.parse(output).takenAt))
  expect(await answerOf(environment, 'restore', backup, '--with-erased')).toMatchObject({ erasedAgain: null })
  await start()
})

/** The people of the program who are not erased. */
async function peopleIn(environment: Environment): Promise<readonly string[]> {
  const owner = openDatabase({ connectionString: environment.DATABASE_URL ?? '' }, 'owner', 1)
  const text = `select external_id as name from app.account_user p
    where not exists (select from app.erasure e where e.user_id = p.id) order by 1`
  const rows = await owner.query<{ name: string }>({ name: '', text }, [])
  await owner.close()
  return rows.map(({ name }) => name)
}
