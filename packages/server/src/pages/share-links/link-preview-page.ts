import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'
import type { LinkCard } from './link-preview.ts'

/**
 * The page that crawlers get for a share link. It has the address of the share link as its own: a network that shares it
 * again shares the link of the referrer, not the landing page that people are led to.
 */
export function sendLinkPreview(reply: FastifyReply, card: LinkCard, url: string): FastifyReply {
  return reply
    .code(200)
    .header('Cache-Control', 'public, max-age=300')
    .header('Vary', 'User-Agent, Accept-Language, X-Facebook-Locale')
    .header('X-Robots-Tag', 'noindex')
    .header('Content-Language', card.locale)
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src ${STYLE_SOURCE}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(pageOf(card, url))
}

const STYLE = `<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 30rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .5rem; border: 1px solid; cursor: pointer }
</style>`
const STYLE_SOURCE = styleHashes(STYLE)

/**
 * Messengers read only the beginning of a page, so the tags come first. The button is for a person whose browser is taken for a
 * machine: it sends a form, because machines follow links and some send forms that only ask.
 */
function pageOf(card: LinkCard, url: string): string {
  const { locale, title, description, open } = card
  const tags = tagsOf(card, url).map(
    ([attribute, name, content]) => `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`,
  )
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${tags.join('\n')}
${STYLE}
</head>
<body dir="auto">
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(description)}</p>
<form method="post" action="${escapeHtml(url)}"><button>${escapeHtml(open)}</button></form>
</main>
</body>
</html>
`
}

type Tag = readonly [attribute: 'name' | 'property', name: string, content: string]

function tagsOf({ locale, otherLocales, title, description, siteName, image }: LinkCard, url: string): Tag[] {
  return [
    ['name', 'description', description],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:url', url],
    ['property', 'og:site_name', siteName],
    ...(image === null ? [] : imageTags(image)),
    ['name', 'twitter:card', image?.isLarge === true ? 'summary_large_image' : 'summary'],
    ['property', 'og:locale', openGraphLocale(locale)],
    ...[...new Set(otherLocales.map(openGraphLocale))].map(
      (it): Tag => ['property', 'og:locale:alternate', it],
    ),
  ]
}

function imageTags({ url, size, alt }: NonNullable<LinkCard['image']>): Tag[] {
  return [
    ['property', 'og:image', url],
    ...(size === null
      ? []
      : ([
          ['property', 'og:image:width', String(size.width)],
          ['property', 'og:image:height', String(size.height)],
        ] as const)),
    ...(alt === null ? [] : ([['property', 'og:image:alt', alt]] as const)),
  ]
}

/** Finding the region of a language takes longer than all the rest of a page. */
const openGraphLocales = new LRUCache<string, string>({ max: 500 })

/** Language and region: `de` is `de_DE` there. */
function openGraphLocale(tag: string): string {
  const known = openGraphLocales.get(tag)
  if (known !== undefined) return known
  const found = regional(tag)
  openGraphLocales.set(tag, found)
  return found
}

function regional(tag: string): string {
  try {
    const { language, region } = new Intl.Locale(tag).maximize()
    return region === undefined ? language : `${language}_${region}`
  } catch {
    return tag.replaceAll('-', '_')
  }
}
