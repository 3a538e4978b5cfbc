import { widget } from '@goodword/contract/words/areas/widget'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../../engine/foundation/escape-html.ts'
import { plainPageLanguage, sendPlainPage } from '../../../frame/http/page/plain-page.ts'
import { acceptedLanguages } from '../../../frame/http/requests/accepted-languages.ts'
import { publicNameOf } from '../../../frame/program/program-of.ts'
import type { MailProgram, SubscriptionState } from '../unsubscribe.ts'

/** Whether the page was opened, kinds were chosen, or all e-mails turned off or on. */
type Moment = 'asked' | 'chosen' | 'done'

export function sendSubscriptionPage(
  reply: FastifyReply,
  path: string,
  { program, isSubscribed, kinds, unwanted }: SubscriptionState,
  moment: Moment,
): FastifyReply {
  const language = plainPageLanguage(reply, program.texts)
  const { translate } = language
  const state = isSubscribed
    ? (`subscribed.${moment}` as const)
    : (`unsubscribed.${moment === 'chosen' ? 'asked' : moment}` as const)
  const title = translate(`unsubscribe.${state}.title`)
  // The widget offers the same choice in the same words.
  const accepted = acceptedLanguages(reply.request.headers['accept-language'])
  const offered = speak(widget, accepted, {}, { part: 'widget', texts: program.texts })
  const boxes = kinds.map((it) => checkbox(it, offered.translate(`mails.kind.${it}`), !unwanted.has(it)))
  const choices = !isSubscribed
    ? ''
    : `<fieldset>
<legend class="hidden">${escapeHtml(title)}</legend>
${boxes.join('\n')}
</fieldset>
<button name="action" value="save" class="main">${escapeHtml(translate('unsubscribe.save'))}</button>
`
  const action = isSubscribed ? 'unsubscribe' : 'subscribe'
  const text = translate(`unsubscribe.${state}.text`, { programName: publicNameOf(program) })
  return sendPlainPage(reply, language, {
    status: 200,
    title,
    body: `${statusText(text, moment !== 'asked')}
<form method="post" action="${escapeHtml(path)}">
${choices}<button name="action" value="${action}">${escapeHtml(translate(`unsubscribe.${state}.button`))}</button>
</form>`,
  })
}

function checkbox(kind: string, label: string, isChecked: boolean): string {
  return `<label><input type="checkbox" name="keep_${kind}"${isChecked ? ' checked' : ''}><span>${escapeHtml(label)}</span></label>`
}

/** The page behind the link of an invitation, which ends invitations for ever. */
export function sendInvitationsPage(
  reply: FastifyReply,
  path: string,
  program: MailProgram,
  moment: 'asked' | 'done',
): FastifyReply {
  const language = plainPageLanguage(reply, program.texts)
  const { translate } = language
  const text = translate(`unsubscribe.invitations.${moment}.text`, { programName: publicNameOf(program) })
  const form = `<form method="post" action="${escapeHtml(path)}">
<button name="action" value="unsubscribe" class="main">${escapeHtml(translate('unsubscribe.invitations.asked.button'))}</button>
</form>`
  return sendPlainPage(reply, language, {
    status: 200,
    title: translate(`unsubscribe.invitations.${moment}.title`),
    body: `${statusText(text, moment === 'done')}\n${moment === 'asked' ? form : ''}`,
  })
}

function statusText(text: string, isStatus: boolean): string {
  return `<p${isStatus ? ' role="status"' : ''}>${escapeHtml(text)}</p>`
}

export function sendUnknownLinkPage(reply: FastifyReply): FastifyReply {
  const language = plainPageLanguage(reply, {})
  return sendPlainPage(reply, language, {
    status: 404,
    title: language.translate('unsubscribe.unknown.title'),
    body: `<p>${escapeHtml(language.translate('unsubscribe.unknown.text'))}</p>`,
  })
}
