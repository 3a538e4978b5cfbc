import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { mails } from '@goodword/contract/words/areas/mails'
import { speak } from '@goodword/contract/words/speak'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { type MailLayout, oneLine, paragraphsOf } from './mail-layout.ts'
import { merchantFooter } from './merchant-text.ts'

type SignInParts = {
  readonly language: string
  readonly emails: Pick<EmailSettings, 'language' | 'texts'>
  /** The texts of the program, which may have words in the place of ours. */
  readonly texts: WidgetTexts
  readonly programName: string
  readonly accentColor: string | null
  readonly firstName: PresentableName | null
  readonly link: string
}

/** The texts of an e-mail with a link to the hosted page. It has no unsubscribe link: it is sent only on request. */
export function signInLayout(parts: SignInParts): MailLayout {
  const { translate, locale, direction } = speak(mails, [parts.language], undefined, {
    part: 'mails',
    texts: parts.texts,
  })
  const { firstName, link } = parts
  const programName = oneLine(parts.programName)
  return {
    language: locale,
    direction,
    subject: translate('PAGE_SIGN_IN.subject', { programName }),
    heading: translate('PAGE_SIGN_IN.heading'),
    greeting: firstName === null ? translate('greetingWithoutName') : translate('greeting', { firstName }),
    paragraphs: [translate('PAGE_SIGN_IN.body')],
    button: { text: translate('PAGE_SIGN_IN.button'), link },
    footer: [
      ...paragraphsOf(merchantFooter(parts.emails, parts.language)),
      translate('PAGE_SIGN_IN.why', { programName }),
    ],
    privacy: null,
    unsubscribe: null,
    shareLink: link,
    accentColor: parts.accentColor,
  }
}
