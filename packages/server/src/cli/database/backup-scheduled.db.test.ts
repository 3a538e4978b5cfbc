import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { withBackupLock } from '../../engine/backup/backup-lock.ts'
import { erasedPeopleFile } from '../../engine/backups/erased-people-file.ts'
import { backupName } from '../../engine/backups/kept-backups.ts'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { checkBackups } from '../doctor/checks/backup-checks.ts'

const DAY_MS = 86_400_000
const backups = join(temporaryFolder(), 'backups')
const made = await makeEnvironment()
const env = { ...made.env, BACKUP_DIR: backups, BACKUP_KEEP: '2,1,0' }
const address = { connectionString: String(made.env.DATABASE_URL) }
const running: Program[] = []

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await made.drop()
})

const backupsThere = () =>
  readdirSync(backups)
    .filter((it) => it !== basename(erasedPeopleFile(backups)))
    .sort()

test('the service backs up at its start, and says how old the newest good backup is', async () => {
  expect(await checkBackups(readConfig(env))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^There is no folder .*\/backups, .* Run "backup scheduled"/),
  })
  const empty = { ...env, BACKUP_DIR: temporaryFolder() }
  expect((await checkBackups(readConfig(empty))).message).toMatch(
    /^There is no good backup in .* Run "backup scheduled"/,
  )
  const service = startProgram('main.ts', env)
  running.push(service)
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  const [line] = await service.waitForOutput(/.*"backup completed".*/)
  const { backup } = JSON.parse(line)
  expect(backup).toMatchObject({ rows: expect.any(Number), removed: [] })
  expect(
    readdirSync(backups)
      .map((name) => join(backups, name))
      .sort(),
  ).toEqual([backup.file, erasedPeopleFile(backups)])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  expect(value('goodword_backup_age_seconds')).toBeLessThan(600)
  expect(value('goodword_backup_interval_seconds')).toBe(86_400)
  expect(value('goodword_backup_disk_free_bytes')).toBeLessThanOrEqual(
    value('goodword_backup_disk_size_bytes'),
  )

  const check = await checkBackups(readConfig(env))
  expect(check).toMatchObject({
    ok: true,
    message: expect.stringContaining(`${backup.file}, is 0 hours old.`),
  })
  expect(await checkBackups(readConfig(env), Date.now() + 3 * DAY_MS)).toMatchObject({
    ok: false,
    message: expect.stringContaining(
      'is 72 hours old. One is due every 24 hours: "backup scheduled" says what is wrong.',
    ),
  })
})

test('one backup is made at a time, and none before it is due', async () => {
  const before = readdirSync(backups)
  expect(await runCommand(env, 'backup', 'scheduled', '--if-due')).toMatchObject({
    code: 0,
    output: '{"skipped":"not due"}\n',
  })
  await withBackupLock(address, async () => {
    expect(await runCommand(env, 'backup', 'scheduled')).toMatchObject({
      code: 0,
      output: '{"skipped":"another process is backing up"}\n',
    })
  })
  expect(readdirSync(backups)).toEqual(before)
})

test('old backups are removed when a new one is there, and what was interrupted too', async () => {
  const days = [1, 2, 3].map((count) => backupName(Date.now() - count * DAY_MS, true))
  const [name = ''] = backupsThere()
  const content = readFileSync(join(backups, name))
  // No two of the other backups are in one hour, at any time.
  rmSync(join(backups, name))
  for (const day of days) writeFileSync(join(backups, day), content)
  writeFileSync(join(backups, `${days[0]}.unverified.7.partial`), 'half of it')
  expect(await runCommand(env, 'backup', 'scheduled')).toMatchObject({ code: 0 })
  const left = backupsThere()
  // Of the last two hours with a backup, and of the last day: the newest of each.
  expect(left).toHaveLength(2)
  expect(left[0]).toBe(days[0])
  expect((await runCommand(env, 'restore', join(backups, String(left[1])))).errors).toContain(
    'There are rows in the database already',
  )
})

test('a folder has to be named', async () => {
  expect(await runCommand(made.env, 'backup', 'scheduled')).toMatchObject({
    code: 1,
    errors: 'BACKUP_DIR is not set. Set it to the folder of the backups.\n',
  })
  expect(await checkBackups(readConfig({}))).toMatchObject({ ok: true, advice: true })
})
