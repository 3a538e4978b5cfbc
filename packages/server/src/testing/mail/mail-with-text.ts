import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { layoutOf, type MailLayout } from '../../outbound/mails/rendering/mail-layout.ts'

/** An e-mail with a text in each of its parts that comes from outside. */
export function mailLayout(text: string): MailLayout {
  // The layout holds whatever text it is given.
  const name = text as PresentableName
  const texts = {
    en: { REWARD_EARNED: { subject: text, heading: text, body: text, button: text }, footer: text },
  }
  return layoutOf({
    kind: 'REWARD_EARNED',
    locale: null,
    emails: { language: 'en', texts },
    texts: {},
    programName: text,
    accentColor: null,
    firstName: name,
    friendName: name,
    senderName: name,
    // A text may name it many times, so its own length is limited by the contract.
    reward: { type: 'FEATURE', featureType: 'SEAT', quantity: 1 },
    expiresAt: null,
    shareLink: 'https://a/',
    unsubscribeLink: 'https://a/',
  })
}
