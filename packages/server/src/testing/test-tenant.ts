import type { ProgramSettings } from '@goodword/contract/program/program'
import type { Call, Command, Source } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import type { Database } from '../engine/driver/database.ts'
import { statement } from '../engine/driver/statement.ts'
import type { Context } from '../frame/context.ts'
import { newcomer } from '../tracking/newcomer.ts'
import { acceptedOf, type Tracked, track as trackCall } from '../tracking/track.ts'
import { testContext } from './test-context.ts'
import type { TestDatabase } from './test-database.ts'

const insertProgram = statement(
  'test.program',
  'insert into program (tenant_id, version, settings, updated_at) values ($1, 1, $2, $3)',
)

/** A tenant with a program for tracking, and functions to call it. */
export type TestTenant = {
  readonly id: TenantId
  /** The context of the process that calls the tenant. */
  readonly ctx: Context
  readonly clock: { now: number }
  /** Tracks calls; each call has its own source. */
  track(accountId: string, source: Source, ...commands: Command[]): Promise<Tracked>
  /** Makes an account with one user known, and returns the user's code. */
  referrer(accountId: string, userId?: string): Promise<ReferralCode>
  identify(userId: string, fields?: UserFields): Command
}

type UserFields = {
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly locale?: string
  readonly code?: ReferralCode
}

export const START = Date.UTC(2026, 0, 31, 12)

export async function makeTestTenant(
  { owner, service }: TestDatabase,
  id: string,
  settings: ProgramSettings = {},
): Promise<TestTenant> {
  await owner.query(insertProgram, [id, JSON.stringify(settings), new Date(START)])
  return tenantAt(service, id as TenantId)
}

/** The functions of a tenant with a separate batch, as in another process of the service. */
export function tenantAt(service: Database, id: TenantId): TestTenant {
  const clock = { now: START }
  const ctx = testContext(service, { now: () => clock.now })
  const identify = (userId: string, fields: UserFields = {}): Command => ({
    kind: 'identify',
    userId: userId as UserId,
    newcomer: newcomer(ctx),
    ...fields,
  })
  const track = (accountId: string, source: Source, ...commands: Command[]) => {
    const call: Call = { accountId: accountId as AccountId, source, commands }
    return trackCall(ctx, id, { call, actor: source })
  }
  return {
    id,
    ctx,
    clock,
    track,
    identify,
    async referrer(accountId, userId = `${accountId}_user`) {
      const [user] = acceptedOf(await track(accountId, 'server', identify(userId))).account.users
      if (user === undefined) throw new Error('user not found after identification')
      return user.code
    },
  }
}
