import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../platform/escape-html.ts'
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
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    .type('text/html; charset=utf-8')
    .send(pageOf(card, url))
}

/** Messengers read only the beginning of a page, so the tags are all that is in it. */
function pageOf(card: LinkCard, url: string): string {
  const { locale, title, description } = card
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
</head>
<body dir="auto">
<main>
<h1>${escapeHtml(title)}</h1>
<p><a href="${escapeHtml(url)}">${escapeHtml(description)}</a></p>
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
