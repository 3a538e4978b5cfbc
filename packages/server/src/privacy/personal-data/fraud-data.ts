import { ours, type PersonalData, personal } from './treatment.ts'

const deleted = { when: 'at once', how: 'deleted' } as const
const evidence = { read: 'evidence' } as const

/** The tables of the evidence that fraud rules compare, and of the salts of its keys. */
export const fraudData: Pick<PersonalData, 'evidence_key' | 'network_salt' | 'public_click'> = {
  evidence_key: {
    ...ours('account_id', 'referring_account_id', 'discriminator'),
    key: personal('a keyed hash that fraud rules compare', deleted, { read: null }),
    kind: personal(
      'what fraud rules compare: a card, a device, a network or a mail domain',
      deleted,
      evidence,
    ),
    first_seen_at: personal('when the account was first seen with it', deleted, evidence),
    last_seen_at: personal('when the account was last seen with it', deleted, evidence),
  },
  network_salt: ours('period', 'salt'),
  public_click: {
    ...ours('user_id'),
    id: personal(
      'the day on which the person’s link was followed from a public page or an advertisement',
      { when: 'CLICKS', how: 'deleted' },
      { read: null, retention: 'publicClicks' },
    ),
  },
}
