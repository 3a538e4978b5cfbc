import { pages } from '@goodword/contract/words/areas/pages'
import type { Language } from '@goodword/contract/words/language'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import type { SubscriptionState } from '../../operations/outbound/mails/unsubscribe.ts'
import { styleHashes } from '../headers/style-hashes.ts'
import { acceptedLanguages } from '../requests/accepted-languages.ts'

/** Whether the page was opened, kinds were chosen, or all e-mails turned off or on. */
type Moment = 'asked' | 'chosen' | 'done'

export function sendSubscriptionPage(
  reply: FastifyReply,
  path: string,
  { programName, isSubscribed, kinds, unwanted }: SubscriptionState,
  moment: Moment,
): FastifyReply {
  const language = languageOf(reply)
  const { translate } = language
  const state = isSubscribed
    ? (`subscribed.${moment}` as const)
    : (`unsubscribed.${moment === 'chosen' ? 'asked' : moment}` as const)
  const title = translate(`unsubscribe.${state}.title`)
  const boxes = kinds.map((it) => checkbox(it, translate(`unsubscribe.kind.${it}`), !unwanted.has(it)))
  const choices = !isSubscribed
    ? ''
    : `<fieldset>
<legend class="hidden">${escaped(title)}</legend>
${boxes.join('\n')}
</fieldset>
<button name="action" value="save" class="main">${escaped(translate('unsubscribe.save'))}</button>
`
  const action = isSubscribed ? 'unsubscribe' : 'subscribe'
  return send(reply.code(200), language, {
    title,
    body: `${statusText(translate(`unsubscribe.${state}.text`, { programName }), moment !== 'asked')}
<form method="post" action="${escaped(path)}">
${choices}<button name="action" value="${action}">${escaped(translate(`unsubscribe.${state}.button`))}</button>
</form>`,
  })
}

function checkbox(kind: string, label: string, isChecked: boolean): string {
  return `<label><input type="checkbox" name="keep_${kind}"${isChecked ? ' checked' : ''}><span>${escaped(label)}</span></label>`
}

/** The page behind the link of an invitation, which ends invitations for ever. */
export function sendInvitationsPage(
  reply: FastifyReply,
  path: string,
  programName: string,
  moment: 'asked' | 'done',
): FastifyReply {
  const language = languageOf(reply)
  const { translate } = language
  const text = translate(`unsubscribe.invitations.${moment}.text`, { programName })
  const form = `<form method="post" action="${escaped(path)}">
<button name="action" value="unsubscribe" class="main">${escaped(translate('unsubscribe.invitations.asked.button'))}</button>
</form>`
  return send(reply.code(200), language, {
    title: translate(`unsubscribe.invitations.${moment}.title`),
    body: `${statusText(text, moment === 'done')}\n${moment === 'asked' ? form : ''}`,
  })
}

function statusText(text: string, isStatus: boolean): string {
  return `<p${isStatus ? ' role="status"' : ''}>${escaped(text)}</p>`
}

export function sendUnknownLinkPage(reply: FastifyReply): FastifyReply {
  const language = languageOf(reply)
  const { translate } = language
  return send(reply.code(404), language, {
    title: translate('unsubscribe.unknown.title'),
    body: `<p>${escaped(translate('unsubscribe.unknown.text'))}</p>`,
  })
}

type PageLanguage = Language<typeof pages.en>

function languageOf(reply: FastifyReply): PageLanguage {
  return speak(pages, acceptedLanguages(reply.request.headers['accept-language']))
}

type Page = { readonly title: string; readonly body: string }

function send(reply: FastifyReply, language: PageLanguage, { title, body }: Page): FastifyReply {
  const html = page(language, title, body)
  return reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Robots-Tag', 'noindex')
    .header('Content-Language', language.language)
    .header('Vary', 'Accept-Language')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src ${styleHashes(html)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
}

function page({ language, direction }: PageLanguage, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; --ink: #16181d; --page: #ffffff; --accent: #0b5cad; --on-accent: #ffffff; --line: #767d89 }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f3f5; --page: #16181d; --accent: #8ec1ff; --on-accent: #10131a; --line: #8b93a1 } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--page) }
main { max-width: 30rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance }
p { margin: 0 0 1.5rem; text-wrap: pretty; overflow-wrap: anywhere }
form { display: flex; flex-wrap: wrap; gap: .75rem }
fieldset { border: 0; margin: 0 0 .5rem; padding: 0; flex-basis: 100% }
label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; cursor: pointer; overflow-wrap: anywhere }
input { width: 1.25rem; height: 1.25rem; flex: none; margin: 0; accent-color: var(--accent) }
input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; border: 1px solid var(--line); background: none; color: inherit; cursor: pointer }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
