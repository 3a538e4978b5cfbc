import { pages } from '@goodword/contract/words/areas/pages'
import { speak } from '@goodword/contract/words/speak'
import type { FastifyReply } from 'fastify'
import { styleHashes } from '../headers/style-hashes.ts'
import { acceptedLanguages } from '../requests/accepted-languages.ts'
import type { CustomDomains, VisitorPages } from '../requests/request-head.ts'

export const SHARE_LINKS = '/r/'

/** Why a share link leads nowhere. */
export type SharePage = 'unavailable' | 'notReady' | 'unknown'

/** What the app has for visitors: share links, on the address of the service and on custom domains. */
export function sharePages(domains: CustomDomains): VisitorPages {
  return { prefix: SHARE_LINKS, domains, sendUnknown: (reply) => sendSharePage(reply, 'unknown') }
}

/** The page for a link without a target, in the visitor's language if there is a translation. */
export function sendSharePage(
  reply: FastifyReply,
  page: SharePage,
  status: 404 | 429 | 503 = page === 'unavailable' ? 503 : 404,
): FastifyReply {
  const language = speak(pages, acceptedLanguages(reply.request.headers['accept-language']))
  const html = sharePage(page, language)
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header('Content-Language', language.language)
    .header('Vary', 'Accept-Language')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src ${styleHashes(html)}; frame-ancestors 'none'`,
    )
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}

function sharePage(
  kind: SharePage,
  { language, direction, translate }: ReturnType<typeof speak<typeof pages.en>>,
): string {
  const title = translate(`shareLink.${kind}.title`)
  const text = translate(`shareLink.${kind}.text`)
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 30rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance }
p { margin: 0; text-wrap: pretty }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`
}
