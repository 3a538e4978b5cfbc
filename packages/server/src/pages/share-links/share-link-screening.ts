import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import type { ScreenedReason } from '../../engine/metrics/click-metrics.ts'

/**
 * Why a visit is not counted as a click of a person, decided by the request alone; null if it is counted. A bot that
 * imitates a browser is counted: this keeps honest bots out of the statistics, not fraud.
 */
export function screenVisit(method: string, headers: IncomingHttpHeaders): ScreenedReason | null {
  if (method === 'HEAD') return 'head'
  if (isPrefetch(headers)) return 'prefetch'
  // A visitor who presses the button of the preview is a person: machines follow links, and send no such form.
  if (method !== 'POST' && isMachine(headers['user-agent'] ?? '')) return 'bot'
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

/**
 * Whether a client draws a preview of a link, or reads pages for a search: it gets tags instead of the redirect. A program
 * that only follows links (a library, a scanner of e-mails, a monitor, a browser without a screen) is led like a person.
 */
export function isCrawler(userAgent: string): boolean {
  return isMachine(userAgent) && (PREVIEW_ON_A_PHONE.test(userAgent) || !FOLLOWS_LINKS.test(userAgent))
}

function isMachine(userAgent: string): boolean {
  return !BROWSER.test(userAgent) || isbot(userAgent) || MACHINE.test(userAgent)
}

/** Every browser of the last decades begins like this. Libraries, and the previews of several messengers, do not. */
const BROWSER = /^(?:mozilla|opera)\/\d/i

/** Machines that begin like a browser, and that the list of `isbot` lacks. */
const MACHINE =
  /barracuda|chatgpt-user|claude-|embedly|facebookcatalog|facebookexternalhit|iframely|lighthouse|mediapartners|meta-external|mimecast|perplexity|prerender|proofpoint|safe-?links|slurp|uptime|vkshare|\(compatible[;)](?! msie)/i

/** Messengers that draw previews in their app, by its library. */
const PREVIEW_ON_A_PHONE = /^viber\b/i

/** Libraries are recognized at the beginning of the text, because LinkedIn's crawler names one later in it. */
const FOLLOWS_LINKS =
  /^(?:$|(?:aiohttp|apache-httpclient|axios|bun|curl|dalvik|deno|faraday|go-http-client|got|guzzlehttp|httpie|httpx|insomnia|jakarta|java|libwww-perl|lightmyrequest|node|okhttp|php|postmanruntime|powershell|python|reqwest|rest-client|ruby|superagent|undici|wget)\b)|\bcfnetwork\/|barracuda|headless|lighthouse|mimecast|monitor|phantomjs|pingdom|proofpoint|safe-?links|scan|uptime|validator/i
