import type { EmailSettingsUpdate } from '@goodword/contract/mails/email-settings'
import type { ProgramSettings } from '@goodword/contract/program/program'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import type { MailServer } from '../../engine/mail-server/mail-server.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { Context } from '../../frame/context.ts'
import { sendMails } from '../../outbound/mails/sending/send-mails.ts'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import type { TestDatabase } from '../test-database.ts'
import { makeTestTenant, type TestTenant } from '../test-tenant.ts'

export type StoredMail = Omit<Tables['mail'], 'tenant_id'>

/** A tenant that sends e-mails, with functions for what follows from its events. */
export type MailTenant = TestTenant & {
  /** The context of the process that sends. */
  readonly sender: Context
  /** A friend of a code: the account that was referred. */
  friend(accountId: string, code: string, fields?: UserFields): Promise<void>
  pay(accountId: string): Promise<void>
  /** Publishes what happened, so that its e-mails exist. */
  publish(): Promise<void>
  send(signal?: AbortSignal): Promise<{ readonly again: number | null }>
  mails(): Promise<StoredMail[]>
}

type UserFields = Partial<Readonly<Record<'email' | 'firstName' | 'lastName' | 'locale', string>>>

export const emails: EmailSettingsUpdate = {
  fromAddress: 'rewards@example.com',
  kinds: ['FRIEND_JOINED', 'REWARD_EARNED', 'REWARD_EXPIRING'],
}
export const credit: RewardSpec = { type: 'CREDIT', unit: 'EUR', credit: 1500, monthsCreditIsValid: 12 }

const never = new AbortController().signal

export async function makeMailTenant(
  db: TestDatabase,
  id: string,
  mailServer: MailServer | null,
  settings: ProgramSettings = {},
): Promise<MailTenant> {
  const whole = { name: 'Refer a friend', emails, referrerReward: credit, referredReward: null, ...settings }
  const tenant = await makeTestTenant(db, id, whole)
  const sender = new Context({ ...tenant.ctx, mailServer })
  const query = <Row>(text: string) => db.owner.query<Row>({ name: '', text }, [])
  return {
    ...tenant,
    sender,
    async friend(accountId, code, fields = {}) {
      const attribute = { kind: 'attribute', evidence: 'explicit', code } as never
      await tenant.track(accountId, 'server', tenant.identify(`${accountId}_user`, fields), attribute)
    },
    async pay(accountId) {
      await tenant.track(accountId, 'server', { kind: 'report', status: 'PAID' })
    },
    publish: () => publishEvents(sender, tenant.id, never),
    send: (signal = never) => sendMails(sender, tenant.id, signal),
    mails: () => query(`select * from app.mail where tenant_id = '${id}' order by id`),
  }
}
