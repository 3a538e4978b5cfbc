import type { Account } from '@goodword/client'

/** Whether an account may still come by a code, as a sentence. */
export function standingText(standing: Account['standing']): string {
  switch (standing) {
    case 'OPEN':
      return 'No one yet. A referral code still counts.'
    case 'REFERRED':
      return 'It came by a referral.'
    case 'CLOSED':
      return 'No one. It paid before any code came, so no code counts any more.'
  }
}
