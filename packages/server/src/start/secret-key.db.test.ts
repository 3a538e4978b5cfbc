import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { endPrograms, makeEnvironment, type Program, startProgram } from '../testing/program.ts'
import { runCommand } from '../testing/run-command.ts'

const { env, execute, drop } = await makeEnvironment()
const other = { ...env, SECRET_KEY: randomBytes(32).toString('hex') }
const running: Program[] = []
const OTHER_KEY = /^The secret key does not match this database\. .*secret-key rotate --lost.*\n$/

afterAll(async () => {
  await endPrograms(running, 'SIGKILL')
  await drop()
})

const start = async (environment: Record<string, string>): Promise<Program> => {
  const program = startProgram('main.ts', environment)
  running.push(program)
  await program.waitForOutput(/"msg":"service started"/)
  return program
}

test('a process with another secret key does not start, and its commands change nothing', async () => {
  const program = await start(env)
  const refused = await startProgram('main.ts', other).ended
  expect(refused).toMatchObject({ code: 78, errors: expect.stringMatching(OTHER_KEY) })
  expect(await runCommand(other, 'tenant', 'create', 'acme')).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(OTHER_KEY),
  })
  // The first one is not disturbed: its role has kept its password, and the alias is free.
  expect((await runCommand(env, 'tenant', 'create', 'acme')).code).toBe(0)
  program.child.kill('SIGTERM')
  await program.ended
})

test('a database of a release without a key mark is recognized by its signing keys', async () => {
  await execute('delete from app.secret_key')
  expect(await startProgram('main.ts', other).ended).toMatchObject({
    code: 78,
    errors: expect.stringMatching(OTHER_KEY),
  })
  const program = await start(env)
  program.child.kill('SIGTERM')
  await program.ended
})

test('after the loss of the secret key, the present one takes its place, once that is confirmed, and no one who unsubscribed is written to', async () => {
  const mailing = JSON.stringify({ fromAddress: 'hello@acme.example', kinds: ['FRIEND_JOINED'] })
  await execute(
    `update app.program set settings = jsonb_set(settings, '{emails}', '${mailing}') where tenant_id = 'acme'`,
  )
  const out = `insert into app.mail_unsubscribe (tenant_id, address_hash, kind, created_at)`
  await execute(`${out} values ('acme', '\\x00', 'ALL', now()), ('test_acme', '\\x00', 'ALL', now())`)
  const result = await runCommand(other, 'secret-key', 'rotate', '--lost')
  expect(result).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(
      /^Signed calls of 2 tenants then fail .* Nothing was changed\. To confirm, run it again with --yes\.\n$/,
    ),
  })
  const replaced = await runCommand(other, 'secret-key', 'rotate', '--lost', '--yes')
  expect(JSON.parse(replaced.output)).toEqual({
    replaced: true,
    tenantsWithoutSigningKey: expect.arrayContaining(['acme', 'test_acme']),
    tenantsWithoutProcessorKey: [],
    tenantsWithoutWebhookSecret: [],
    tenantsWithoutUnsubscribes: ['acme'],
  })
  const { emails } = JSON.parse((await runCommand(other, 'program', 'get', 'acme')).output)
  expect(emails).toMatchObject({ fromAddress: 'hello@acme.example', kinds: [] })
  const program = await start(other)
  expect((await startProgram('main.ts', env).ended).errors).toMatch(OTHER_KEY)
  const rolls = ['acme', 'test_acme'].map((it) =>
    runCommand(other, 'signing-key', 'roll', it, '--overlap', '0'),
  )
  for (const { code } of await Promise.all(rolls)) expect(code).toBe(0)
  const again = await runCommand(other, 'secret-key', 'rotate', '--lost')
  expect(JSON.parse(again.output)).toEqual({
    replaced: false,
    tenantsWithoutSigningKey: [],
    tenantsWithoutProcessorKey: [],
    tenantsWithoutWebhookSecret: [],
    tenantsWithoutUnsubscribes: [],
  })
  program.child.kill('SIGTERM')
  await program.ended
})
