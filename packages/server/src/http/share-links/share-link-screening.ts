import type { IncomingHttpHeaders } from 'node:http'
import type { ScreenedReason } from '../../platform/metrics/click-metrics.ts'

/**
 * Why a visit is not counted as a click of a person, decided by the request alone; null if it is counted. A bot that
 * imitates a browser is counted: this keeps honest bots out of the statistics, not fraud.
 */
export function screenVisit(method: string, headers: IncomingHttpHeaders): ScreenedReason | null {
  if (method === 'HEAD') return 'head'
  if (isPrefetch(headers)) return 'prefetch'
  if (isMachine(headers['user-agent'] ?? '')) return 'bot'
  if (!isPage(headers)) return 'not a page'
  return null
}

/** Prefetches and previews, before a visitor has clicked. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name] ?? '')),
  )
}

/** Browsers send the type of a request; old ones do not. A share link in a frame or an image was not clicked. */
function isPage(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-fetch-mode': mode = 'navigate' } = headers
  return destination === 'document' && mode === 'navigate'
}

function isMachine(userAgent: string): boolean {
  return !BROWSER.test(userAgent) || MACHINE.test(userAgent)
}

/** Every browser of the last decades begins like this. Libraries, and the previews of several messengers, do not. */
const BROWSER = /^(?:mozilla|opera)\/\d/i

/** Bots that begin like a browser and identify themselves later in the text. Cubot is a brand of telephones. */
const MACHINE = new RegExp(
  [
    ...[
      '(?<!cu)bot',
      'crawl',
      'spider',
      'slurp',
      'headless',
      'lighthouse',
      'phantomjs',
      'preview',
      'prerender',
    ],
    ...[
      'facebookexternalhit',
      'facebookcatalog',
      'meta-external',
      'mediapartners',
      'feedfetcher',
      'google-inspection',
    ],
    ...[
      'google-read-aloud',
      'googleother',
      'google web snippet',
      'bitlypreview',
      'embedly',
      'iframely',
      'vkshare',
    ],
    ...[
      'pinterest/',
      'validator',
      'pingdom',
      'uptime',
      'monitor',
      'scan',
      'safe-?links',
      'proofpoint',
      'barracuda',
    ],
    ...['archive', 'chatgpt-user', 'perplexity', 'claude-', '\\(compatible;(?! msie)'],
  ].join('|'),
  'i',
)
