import type {
  AttributeByHandCommand,
  AttributeCommand,
  BindCommand,
  BlockCommand,
  Call,
  CloseCommand,
  Command,
  DescribeCommand,
  FollowBlockCommand,
  IdentifyCommand,
  ModerateCommand,
  ReportCommand,
  UnblockCommand,
} from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import type { AccountId, ProviderId, UserId, UserKey } from '../values/ids.ts'

/** A call of the merchant's server about the friend's account. */
export function server(...commands: readonly Command[]): Call {
  return serverOf('bob', ...commands)
}

/** A call of a page about the friend's account. */
export function browser(...commands: readonly Command[]): Call {
  return browserOf('bob', ...commands)
}

export function serverOf(account: string, ...commands: readonly Command[]): Call {
  return { accountId: account as AccountId, source: 'server', commands }
}

export function browserOf(account: string, ...commands: readonly Command[]): Call {
  return { accountId: account as AccountId, source: 'browser', commands }
}

/** A call with payment evidence of the friend's account. */
export function processor(...commands: readonly Command[]): Call {
  return { accountId: 'bob' as AccountId, source: 'processor', commands }
}

export const paid: ReportCommand = { kind: 'report', status: 'PAID' }
export const trial: ReportCommand = { kind: 'report', status: 'TRIAL' }
export const free: ReportCommand = { kind: 'report', status: 'FREE' }
export const cancelled: ReportCommand = { kind: 'report', status: 'CANCELLED' }

type Moderate = (side?: ModerateCommand['side']) => ModerateCommand

/** Decisions of staff about a side of the account's referral, or about both. */
export const approve: Moderate = (side = 'both') => ({ kind: 'moderate', status: 'APPROVED', side })
export const pend: Moderate = (side = 'both') => ({ kind: 'moderate', status: 'PENDING', side })
export const deny: Moderate = (side = 'both') => ({ kind: 'moderate', status: 'DENIED', side })

export const block: BlockCommand = { kind: 'block', reason: 'Makes up friends.' }
export const unblock: UnblockCommand = { kind: 'unblock' }
/** The command of the job for each friend of an account that was blocked or unblocked. */
export const followBlock: FollowBlockCommand = { kind: 'followBlock' }

/** Staff attribute the account by hand. */
export function byHand(text: string, allowsExistingCustomer = false): AttributeByHandCommand {
  return { kind: 'attributeByHand', code: text as ReferralCode, allowsExistingCustomer }
}

/** A page's command that bears the merchant's signature. */
export function verified<It extends IdentifyCommand | BindCommand | ReportCommand>(command: It): It {
  return { ...command, verified: true }
}

/** Identifies a user of the account. The key and code of a new user follow from the ID, so that a repeat is equal. */
export function user(
  id: string,
  fields: Pick<IdentifyCommand, 'email' | 'firstName' | 'lastName' | 'locale'> = {},
) {
  const newcomer = { key: `key of ${id}` as UserKey, code: `NEW_${id.toUpperCase()}` as ReferralCode }
  return { kind: 'identify', userId: id as UserId, newcomer, ...fields } as const satisfies IdentifyCommand
}

/** A code that was typed or sent; null is a text that cannot be a code. */
export function code(text: string | null): AttributeCommand {
  return { kind: 'attribute', evidence: 'explicit', code: text as ReferralCode | null }
}

/** The code in the coupon field of the processor customer. */
export function coupon(text: string | null): AttributeCommand {
  return { ...code(text), evidence: 'coupon' }
}

/** A first payment that the processor shows, made at a moment. */
export function paidOn(paidAt: number): ReportCommand {
  return { ...paid, paidAt }
}

/** A payment that the processor shows from before the attribution. */
export function paidBefore(paidAt: number): CloseCommand {
  return { kind: 'close', paidAt }
}

/** A user of the account chooses a code. */
export function choice(id: string, text: string): IdentifyCommand {
  return { ...user(id), code: text as ReferralCode }
}

/** The code of the tracking cookie that came with a user's page. */
export function cookie(text: string | null, userId: string): AttributeCommand {
  return {
    kind: 'attribute',
    evidence: 'cookie',
    code: text as ReferralCode | null,
    userId: userId as UserId,
  }
}

export function customer(providerId: string): BindCommand {
  return { kind: 'bind', providerId: providerId as ProviderId }
}

export function subscription(fields: Omit<DescribeCommand, 'kind'>): DescribeCommand {
  return { kind: 'describe', ...fields }
}
