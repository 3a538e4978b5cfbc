import type { FastifyReply } from 'fastify'

export const SHARE_LINKS = '/r/'

/** Answers a visitor whose link leads nowhere. */
export function sendSharePage(reply: FastifyReply, page: SharePage): FastifyReply {
  return reply
    .code(page === 'unavailable' ? 503 : 404)
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(sharePage(page))
}

function sharePage(kind: SharePage): string {
  const { title, text } = texts[kind]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 30rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
p { margin: 0 }
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

type SharePage = keyof typeof texts

const texts = {
  unavailable: {
    title: 'Please try again in a moment',
    text: 'We could not look up where this link leads. Reload the page in a few seconds.',
  },
  'not ready': {
    title: 'This link is not ready yet',
    text: 'The company behind it has not said yet where it leads. Please try again later, or ask the person who sent it to you.',
  },
  unknown: {
    title: 'This link leads nowhere',
    text: 'It may be mistyped or no longer valid. Please ask the person who sent it to you for a new one.',
  },
} as const
