import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { signUser } from '@goodword/server/testing/sign'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { createProgram, goodwordUrl, type Tenant } from './goodword.ts'

type Fields = Readonly<Record<string, unknown>>

type Shown = {
  readonly identity: Fields
  readonly mode?: 'popup' | 'embed'
  readonly locale?: string
  /** Another host of the site than the one that the program names. */
  readonly host?: string
  readonly height?: number
  /** A content security policy of the page. */
  readonly policy?: string
}

export type WidgetHost = {
  readonly tenant: Tenant
  readonly site: Site
  /** Opens a page that embeds the widget and communicates with it as the script does. */
  readonly show: (page: Page, shown: Shown) => Promise<FrameLocator>
  /** The fields of `init` for a signed user. */
  readonly signed: (accountId: string, fields?: Fields) => Fields
}

/** A program of its own, live or for tests, with a page around its widget; call it once at the top of a file. */
export async function openWidgetHost(mode: 'live' | 'test' = 'live'): Promise<WidgetHost> {
  const site = await openSite(({ url }) => {
    const { searchParams } = new URL(url, 'http://site.test')
    if (!searchParams.has('widget')) return '<!doctype html><title>Shop</title>'
    const policy = searchParams.get('policy') ?? ''
    return {
      headers: policy === '' ? {} : { 'content-security-policy': policy },
      body: hostPage(searchParams),
    }
  })
  const { [mode]: tenant } = await createProgram(`${site.origin}/landing`)
  return {
    tenant,
    site,
    async show(
      page,
      { identity, mode = 'embed', locale = 'en', host = 'shop.test', height = 900, policy = '' },
    ) {
      const address = `${goodwordUrl()}/widget/${tenant.alias}?mode=${mode}&locale=${locale}`
      const query = new URLSearchParams({
        widget: address,
        identity: JSON.stringify(identity),
        height: String(height),
        policy,
      })
      await page.goto(`${site.at(host)}/?${query}`)
      return page.frameLocator('iframe[title]')
    },
    signed(accountId, fields = {}) {
      const user = { accountId, id: `${accountId}_user` }
      return {
        account_id: accountId,
        user_id: user.id,
        jwt: signUser(tenant.signingKey, user),
        ...fields,
      }
    },
  }
}

/** `window.received` has the messages in the order of their arrival. */
function hostPage(query: URLSearchParams): string {
  const hostFields = JSON.stringify({
    address: query.get('widget'),
    identity: JSON.parse(query.get('identity') ?? '{}'),
    height: query.get('height'),
  }).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<style>body { margin: 0 } iframe { border: 0; width: 100%; display: block }</style></head>
<body><script>
const settings = ${hostFields}
const frame = document.createElement('iframe')
window.received = []
addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow) return
  window.received.push({ origin, ...data })
  if (data.type === 'ready') say({ type: 'identity', identity: settings.identity })
  if (data.type === 'resize') frame.style.height = data.height + 'px'
})
function say(message) {
  frame.contentWindow.postMessage({ goodword: 1, ...message }, new URL(settings.address).origin)
}
frame.src = settings.address
frame.title = 'Refer a friend'
frame.allow = 'clipboard-write; web-share'
frame.style.height = settings.height + 'px'
document.body.append(frame)
</script></body></html>`
}

type ReceivedMessage = { readonly origin: string; readonly type: string; readonly [field: string]: unknown }

/** The messages of the widget to the embedding page, in order. */
export const received = (page: Page) => page.evaluate<readonly ReceivedMessage[]>('window.received')

/** Sends a message to the widget as the embedding page. */
export const postToWidget = (page: Page, message: object) =>
  page.evaluate(([it, origin]) => window.frames[0]?.postMessage({ goodword: 1, ...it }, origin), [
    message,
    goodwordUrl(),
  ] as const)

/** The answer of a site's path: a page, or something else with its headers. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string | readonly string[]>>
      readonly body?: string
      /** Follows the body after half a second, as on a slow network. */
      readonly rest?: string
    }

type SiteRequest = {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Site = {
  /** `http://<host>:<port>`; every host name leads to it. */
  readonly at: (host: string) => string
  /** The origin of the site, on `shop.test`. */
  readonly origin: string
  /** All requests. */
  readonly requests: readonly SiteRequest[]
}

type Answering = (request: SiteRequest) => SiteAnswer | null

/** A merchant's site for the tests of a file. A path for which `answering` answers null is 404. */
export async function openSite(answering: Answering | Readonly<Record<string, SiteAnswer>>): Promise<Site> {
  const answer: Answering =
    typeof answering === 'function'
      ? answering
      : ({ url }) => answering[new URL(url, 'http://site.test').pathname] ?? null
  const requests: SiteRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming)
    requests.push(request)
    const answered = answer(request) ?? { status: 404 }
    const {
      status = 200,
      headers = {},
      body = '',
      rest,
    } = typeof answered === 'string' ? { body: answered } : answered
    outgoing.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.toLowerCase(),
          typeof value === 'string' ? value : [...value],
        ]),
      ),
    })
    if (rest !== undefined) {
      outgoing.write(body)
      await delay(500)
    }
    outgoing.end(rest ?? body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const at = (host: string) => `http://${host}:${port}`
  return { at, origin: at('shop.test'), requests }
}

async function readRequest(incoming: IncomingMessage): Promise<SiteRequest> {
  let body = ''
  for await (const piece of incoming) body += piece
  const { method = 'GET', url = '/', headers } = incoming
  return { method, url, headers, body }
}
