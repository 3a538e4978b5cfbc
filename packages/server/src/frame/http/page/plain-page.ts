import { tokensCss } from '@goodword/contract/brand/tokens'
import type { WidgetTexts } from '@goodword/contract/pages/widget-texts'
import { pages } from '@goodword/contract/words/areas/pages'
import type { Language } from '@goodword/contract/words/language'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../../engine/foundation/escape-html.ts'
import { styleHashes } from '../headers/style-hashes.ts'
import { acceptedLanguages } from '../requests/accepted-languages.ts'

export type PlainPageLanguage = Language<typeof pages.en>

/** The language of the visitor, with the words of the program that a page is about. */
export function plainPageLanguage({ request }: FastifyReply, texts: WidgetTexts): PlainPageLanguage {
  const accepted = acceptedLanguages(request.headers['accept-language'])
  return speak(pages, accepted, { dateStyle: 'long', timeZone: 'UTC' }, { part: 'pages', texts })
}

type PlainPage = {
  readonly status: number
  readonly title: string
  /** The HTML after the title. */
  readonly body: string
}

/** Sends a page without scripts and in no colors of a program: behind share links and unsubscribe links. */
export function sendPlainPage(
  reply: FastifyReply,
  language: PlainPageLanguage,
  content: PlainPage,
): FastifyReply {
  const html = pageOf(language, content)
  return reply
    .code(content.status)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('X-Content-Type-Options', 'nosniff')
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

const STYLE = `${tokensCss()}body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 var(--font-sans); color: var(--color-text); background: var(--color-surface) }
main { max-width: 30rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance }
p { margin: 0 0 1.5rem; text-wrap: pretty }
form { display: flex; flex-wrap: wrap; gap: .75rem }
fieldset { border: 0; margin: 0 0 .5rem; padding: 0; flex-basis: 100% }
label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; cursor: pointer }
input { width: 1.25rem; height: 1.25rem; flex: none; margin: 0; accent-color: var(--color-accent) }
input:focus-visible { outline: 3px solid var(--color-accent); outline-offset: 2px }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
label.above, textarea, form p { flex-basis: 100% }
label.above { font-weight: 600 }
form p { margin: 0; font-size: .875rem }
textarea { font: inherit; color: inherit; background: none; box-sizing: border-box; width: 100%; padding: .5rem .75rem; border: 1px solid var(--color-strong-line); border-radius: .5rem; resize: vertical }
textarea[aria-invalid] { border: 2px solid var(--color-danger) }
.fault { color: var(--color-danger); font-weight: 600 }
textarea:focus-visible { outline: 3px solid var(--color-accent); outline-offset: 2px }
button, .button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; border: 1px solid var(--color-strong-line); background: none; color: inherit; cursor: pointer }
button.main { background: var(--color-accent); border-color: var(--color-accent); color: var(--color-on-accent) }
.button { display: inline-block; box-sizing: border-box; text-decoration: none }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--color-accent); outline-offset: 2px }
`

function pageOf({ language, direction }: PlainPageLanguage, { title, body }: PlainPage): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
}
