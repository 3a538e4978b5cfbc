import { randomBytes } from 'node:crypto'
import type { ProgramSettings } from '@goodword/contract/program'
import type { Call, Command, Voice } from '@goodword/domain/command'
import type { AccountId, ParticipantKey, TenantId, UserId } from '@goodword/domain/ids'
import { generateReferralCode, type ReferralCode } from '@goodword/domain/referral-code'
import { createTrack, type Tracked } from '../operations/tracking/track.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import type { Database } from '../store/database.ts'
import { statement } from '../store/statement.ts'
import type { TestDatabase } from './test-database.ts'

const insertProgram = statement(
  'test.program',
  'insert into program (tenant_id, version, settings, updated_at) values ($1, 1, $2, $3)',
)

/** A tenant with a program for tracking, and functions to call it. */
export type TestTenant = {
  readonly id: TenantId
  readonly clock: { now: number }
  /** Tracks calls; each call has its own source. */
  tell(accountId: string, voice: Voice, ...commands: Command[]): Promise<Tracked>
  /** Makes an account with one user known, and answers the user's code. */
  referrer(accountId: string, userId?: string): Promise<ReferralCode>
  identify(userId: string, fields?: PersonFields): Command
}

type PersonFields = {
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly code?: ReferralCode
}

export const START = Date.UTC(2026, 0, 31, 12)

export async function makeTestTenant(
  { owner, service }: TestDatabase,
  id: string,
  settings: ProgramSettings = {},
): Promise<TestTenant> {
  await owner.query(insertProgram, [id, JSON.stringify(settings), new Date(START)])
  return speakTo(service, id as TenantId)
}

/** The same functions with a separate batch, as in another process of the service. */
export function speakTo(service: Database, id: TenantId): TestTenant {
  const clock = { now: START }
  const keys = createIdGenerator()
  const track = createTrack({ db: service, now: () => clock.now, keys })
  const identify = (userId: string, fields: PersonFields = {}): Command => ({
    kind: 'identify',
    userId: userId as UserId,
    newcomer: { key: keys.make<ParticipantKey>(clock.now), code: generateReferralCode(randomBytes(16)) },
    ...fields,
  })
  const tell = (accountId: string, voice: Voice, ...commands: Command[]) => {
    const call: Call = { accountId: accountId as AccountId, voice, commands }
    return track(id, { call, actor: voice })
  }
  return {
    id,
    clock,
    tell,
    identify,
    async referrer(accountId, userId = `${accountId}_user`) {
      const { verdict } = await tell(accountId, 'server', identify(userId))
      const person = verdict.kind === 'accepted' ? verdict.account.participants[0] : undefined
      if (person === undefined) throw new Error('creating the referrer was refused')
      return person.code
    },
  }
}
