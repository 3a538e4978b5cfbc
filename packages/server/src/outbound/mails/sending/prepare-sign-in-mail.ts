import type { EmailSettings } from '@goodword/contract/mails/email-settings'
import type { MailContent } from '@goodword/contract/mails/mail'
import { mails } from '@goodword/contract/words/areas/mails'
import { speak } from '@goodword/contract/words/speak'
import type { MailReason } from '@goodword/domain/outbound/mail'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { OutgoingMail } from '../../../engine/mail-server/mail-server.ts'
import type { Context, Transaction } from '../../../frame/context.ts'
import { type FullSettings, publicNameOf, settingsOf } from '../../../frame/program/program-of.ts'
import { loadProgram } from '../../../frame/rows/programs.ts'
import { linkWithToken } from '../../../referring/hosted-page/page-address.ts'
import { hashOfToken, tokenOfLink } from '../../../referring/hosted-page/page-token.ts'
import { deletePageLink, findPageLink, setPageToken } from '../../../referring/hosted-page/rows/page-links.ts'
import { usersOfAddress } from '../../../referring/hosted-page/users-of-address.ts'
import { namesOf } from '../../../referring/users/names-of.ts'
import { finishMail, keptReason } from '../finish-mail.ts'
import { mailMessage } from '../mail-message.ts'
import { programParts } from '../mail-parts.ts'
import { mailHtml } from '../rendering/mail-html.ts'
import { logoOf, type MailTexts, oneLine, paragraphsOf } from '../rendering/mail-texts.ts'
import { merchantFooter } from '../rendering/merchant-text.ts'
import { mailText } from '../rendering/render-mail.ts'
import { LINK_MINUTES, LINK_WAITS_MS } from '../request-sign-in.ts'
import { countLinksToStrangers, type MailRow, updateMail } from '../rows/mails.ts'

const HOUR_MS = 3_600_000

/**
 * Decides about a link to the hosted page that was asked for: here is looked up whether a user has the address. The link
 * begins to work with this transaction. It is sent to people who unsubscribed as well: they asked for it.
 */
export async function prepareSignInMail(
  ctx: Context,
  tx: Transaction,
  mail: MailRow,
): Promise<OutgoingMail | null> {
  const { tenantId } = tx
  const now = ctx.clock.now()
  const [link, program] = await Promise.all([findPageLink(tx, mail.subject), loadProgram(tx)])
  const settings = settingsOf(program.settings)
  const { emails, hostedPage } = settings
  const skip = (reason: MailReason) => {
    // Nothing is kept of an address that gets no link.
    deletePageLink(tx, mail.subject)
    return finishMail(tx, mail, 'SKIPPED', reason)
  }
  if (link === null || link.created_at + LINK_WAITS_MS <= now) return skip('TOO_LATE')
  if (!hostedPage.enabled || emails === null) return skip('KIND_OFF')
  const [user] = await usersOfAddress(tx, link.address)
  if (user === undefined && !hostedPage.joinByEmail) return skip('ADDRESS_UNKNOWN')
  if (user === undefined && (await isStrangersTurnOver(ctx, tx))) return skip('TOO_MANY')
  const token = tokenOfLink(ctx, tenantId, link.id)
  setPageToken(tx, link.id, hashOfToken(token), now + LINK_MINUTES * 60_000)
  const addressed = {
    ...mail,
    account_id: user?.account_id ?? null,
    user_id: user?.id ?? null,
  }
  const kept = keptReason(ctx, tenantId)
  if (kept !== null) return finishMail(tx, addressed, 'KEPT', kept)
  updateMail(tx, { ...addressed, state: 'SENDING', reason: null })
  const to = deliverableAddress(user?.email ?? link.address) ?? link.address
  const about = { tenantId, mailId: mail.id, to, programName: publicNameOf(settings), unsubscribeLink: null }
  const address = linkWithToken(ctx, tenantId, token)
  const content = signInContent(settings, emails, {
    language: link.language,
    firstName: namesOf(user).first,
    link: address,
  })
  return mailMessage(emails, { ...about, sentAt: ctx.clock.now() }, content)
}

/** Whether the limit of links to unknown addresses is reached. Links to known people do not count for it. */
async function isStrangersTurnOver({ limits }: Context, tx: Transaction): Promise<boolean> {
  const most = limits.pageLinksToStrangers
  return (await countLinksToStrangers(tx, tx.now - HOUR_MS, most)) >= most
}

type SignInMail = {
  readonly language: string
  readonly firstName: PresentableName | null
  readonly link: string
}

/** The e-mail with a link to the hosted page. */
export function signInContent(
  settings: FullSettings,
  emails: EmailSettings,
  { language, firstName, link }: SignInMail,
): MailContent {
  const texts = signInTexts({
    language,
    ...programParts(settings, emails),
    firstName,
    link,
  })
  return {
    language: texts.language,
    subject: texts.subject,
    text: mailText(texts),
    html: mailHtml(texts),
  }
}

type SignInParts = SignInMail & ReturnType<typeof programParts>

/** The texts of an e-mail with a link to the hosted page. It has no unsubscribe link: it is sent only on request. */
function signInTexts(parts: SignInParts): MailTexts {
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
    logo: logoOf(parts),
  }
}
