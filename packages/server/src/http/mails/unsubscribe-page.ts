import { pages } from '@goodword/contract/words/areas/pages'
import type { Language } from '@goodword/contract/words/language'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import type { SubscriptionState } from '../../operations/outbound/mails/unsubscribe.ts'
import { styleHashes } from '../headers/style-hashes.ts'
import { acceptedLanguages } from '../requests/accepted-languages.ts'

/** Whether the page was opened, or a button was pressed. */
type Moment = 'asked' | 'done'

export function sendSubscriptionPage(
  reply: FastifyReply,
  path: string,
  { programName, isSubscribed }: SubscriptionState,
  moment: Moment,
): FastifyReply {
  const language = languageOf(reply)
  const { translate } = language
  const name = `unsubscribe.${isSubscribed ? 'subscribed' : 'unsubscribed'}.${moment}` as const
  const action = isSubscribed ? 'unsubscribe' : 'subscribe'
  return send(reply.code(200), language, {
    title: translate(`${name}.title`),
    body: `<p${moment === 'done' ? ' role="status"' : ''}>${escaped(translate(`${name}.text`, { programName }))}</p>
<form method="post" action="${escaped(path)}">
<button name="action" value="${action}"${isSubscribed && moment === 'asked' ? ' class="main"' : ''}>${escaped(translate(`${name}.button`))}</button>
</form>`,
  })
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
