import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { addStaff } from '../../testing/staff/team.ts'
import { testContext } from '../../testing/test-context.ts'

const { env, drop } = await makeEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1)
const ctx = testContext(owner, { now: () => Date.now() })
afterAll(async () => {
  await owner.close()
  await drop()
})

async function answer(...args: string[]): Promise<Record<string, unknown>> {
  const { code, output, errors } = await runCommand(env, ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  return JSON.parse(output)
}

test('an operator invites, lists, resets and removes staff, which is noted', async () => {
  await answer('tenant', 'create', 'acme')
  const invited = await answer('staff', 'invite', 'acme', 'Ann@example.com')
  expect(invited).toMatchObject({
    email: 'ann@example.com',
    role: 'owner',
    invitedBy: expect.stringMatching(/^operator /),
  })
  expect(invited.link).toContain('/portal/invitation?token=')
  expect(await answer('staff', 'list', 'test_acme')).toMatchObject({
    staff: [],
    invitations: [{ email: 'ann@example.com', role: 'owner' }],
  })

  const alias = { alias: 'acme' } as Parameters<typeof addStaff>[1]
  await addStaff(ctx, alias, 'owner', 'first@example.com')
  await addStaff(ctx, alias, 'admin', 'second@example.com')
  const reset = await answer('staff', 'reset', 'SECOND@example.com', '--second-factor')
  expect(reset).toMatchObject({ email: 'second@example.com', secondFactorRemoved: true })
  expect(reset.link).toContain('/portal/reset-password?token=')
  await answer('staff', 'remove', 'acme', 'second@example.com')
  expect(await answer('staff', 'list', 'acme')).toMatchObject({ staff: [{ email: 'first@example.com' }] })
  const { entries } = await answer('audit', 'list', 'acme')
  expect(JSON.stringify(entries)).toMatch(/staff.remove.*staff.invite/)
})

const refusals: readonly (readonly [readonly string[], RegExp])[] = [
  [['staff', 'invite', 'nobody', 'a@example.com'], /There is no tenant "nobody"/],
  [['staff', 'invite', 'acme', 'no-address'], /is not an e-mail address/],
  [
    ['staff', 'invite', 'acme', 'a@example.com', '--role', 'root'],
    /--role takes owner, admin, reviewer, analyst/,
  ],
  [['staff', 'invite', 'acme', 'first@example.com'], /belongs to the staff already/],
  [['staff', 'invite', 'acme', 'ann@example.com'], /There is an open invitation/],
  [['staff', 'remove', 'acme', 'first@example.com'], /This is the only owner/],
  [['staff', 'remove', 'acme', 'unknown@example.com'], /No person of the staff/],
  [['staff', 'reset', 'unknown@example.com'], /No person of staff has the address/],
]

test.for(refusals)('%o is refused with what is wrong', async ([args, reason]) => {
  const { code, errors } = await runCommand(env, ...args)
  expect([code, errors]).toEqual([1, expect.stringMatching(reason)])
})
