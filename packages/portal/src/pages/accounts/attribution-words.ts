import type { Account } from '@goodword/client'

export type AttributionEffect = {
  readonly kind: 'impossible' | 'existing customer' | 'in progress'
  readonly text: string
}

type Friend = Pick<Account, 'id' | 'referral' | 'dateBlocked' | 'subscription'>

/** The effect of an attribution by hand. `wasRefused`: the service said that the account paid before. */
export function attributionEffect(
  friend: Friend,
  referringAccountId: string,
  wasRefused: boolean,
): AttributionEffect {
  if (friend.id === referringAccountId) {
    return { kind: 'impossible', text: 'Both belong to one account. An account cannot refer itself.' }
  }
  if (friend.referral !== null) {
    const text = `The account was referred by the code ${friend.referral.code} already. An account has at most one referral.`
    return { kind: 'impossible', text }
  }
  if (friend.dateBlocked !== null) {
    return { kind: 'impossible', text: 'The account is blocked, so it cannot be referred. Unblock it first.' }
  }
  const status = friend.subscription?.status
  if (wasRefused || status === 'PAID') {
    const text =
      'The account has paid already: the referral converts at once, both sides get their rewards now, and their months begin today. Bills that were paid before stay as they are.'
    return { kind: 'existing customer', text }
  }
  const text =
    'The referral starts now, and converts when the account first pays. Fraud rules look at it as at any other.'
  return { kind: 'in progress', text }
}
