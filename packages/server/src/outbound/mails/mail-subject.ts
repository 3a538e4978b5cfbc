import type { MailKind } from '@goodword/domain/outbound/mail'
import type { AccountKey, ReferralId } from '@goodword/domain/values/ids'
import type { Tables } from '../../engine/tables.generated.ts'
import type { Transaction } from '../../frame/context.ts'
import { type FullSettings, settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type FullUserRow, loadUsersByKey } from '../../referring/users/rows/users.ts'
import type { RewardRow } from '../../tracking/rows/ledger/rewards.ts'
import { loadFirstWithAddress, loadMailReferrals, loadMailRewards } from './rows/mail-subjects.ts'
import type { MailRow } from './rows/mails.ts'

/** The present data of an e-mail. */
export type MailSubject = {
  readonly kind: MailKind
  readonly settings: FullSettings
  /** Null for none with an address, and after erasure. */
  readonly recipient: FullUserRow | null
  readonly referral: Omit<Tables['referral'], 'tenant_id'> | null
  readonly friend: FullUserRow | null
  readonly reward: RewardRow | null
}

/** An e-mail about a referral or a reward of an account. */
type CustomerMail = MailRow & { readonly kind: MailKind; readonly account_id: AccountKey }

/** Whether an e-mail is about an account's referral or reward; all are but links to the hosted page. */
export function isCustomerMail(mail: MailRow): mail is CustomerMail {
  return mail.kind !== 'PAGE_SIGN_IN'
}

export async function loadMailSubject(tx: Transaction, mail: CustomerMail): Promise<MailSubject> {
  const [{ settings }, recipient, referral, rewards] = await Promise.all([
    loadProgram(tx),
    loadRecipient(tx, mail),
    loadReferral(tx, mail.referral_id),
    mail.reward_id === null ? [] : loadMailRewards(tx, [mail.reward_id]),
  ])
  const friendKey = referral?.referred_user_id ?? null
  const friend = friendKey === null ? null : (await loadUsersByKey(tx, [friendKey])).get(friendKey)
  return {
    kind: mail.kind,
    settings: settingsOf(settings),
    recipient,
    referral,
    friend: friend ?? null,
    reward: rewards[0] ?? null,
  }
}

/** The user that an e-mail is for, or the first user of the account with an address where it names none. */
async function loadRecipient(
  tx: Transaction,
  { account_id: account, user_id: user }: Pick<CustomerMail, 'account_id' | 'user_id'>,
): Promise<FullUserRow | null> {
  if (user === null) return loadFirstWithAddress(tx, account)
  return (await loadUsersByKey(tx, [user])).get(user) ?? null
}

async function loadReferral(tx: Transaction, id: ReferralId | null) {
  if (id === null) return null
  const [row] = await loadMailReferrals(tx, [id])
  return row ?? null
}
