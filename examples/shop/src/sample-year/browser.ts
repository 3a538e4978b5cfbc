import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What the browser of a visitor sends: a page that is opened, or with a body the call of a script. */
export type BrowserCall = {
  readonly url: string
  /** Each visitor has another browser, at another address. */
  readonly visitor: string
  readonly referer?: string
  readonly body?: object
}

/**
 * Sends what a browser sends, and follows no redirect. On Linux each visitor has an address of the loopback network: the service
 * limits the calls of one address. Elsewhere there is one, and the call waits when the limit is reached.
 */
export async function sendFromBrowser(call: BrowserCall): Promise<void> {
  for (;;) {
    const { status, retryAfterSeconds } = await send(call)
    if (status < 400) return
    if (status !== 429) throw new Error(`${call.url} answered ${status} to a browser`)
    await pause(1000 * retryAfterSeconds)
  }
}

function send({ url, visitor, referer, body }: BrowserCall) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    'user-agent': `Mozilla/5.0 (X11; Linux ${Buffer.from(visitor).toString('hex')}; rv:145.0) Gecko/20100101 Firefox/145.0`,
    ...(referer === undefined ? {} : { referer }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const hasAddresses = process.platform === 'linux' && new URL(url).hostname === '127.0.0.1'
  const from = hasAddresses ? { localAddress: addressOf(visitor) } : {}
  return new Promise<{ readonly status: number; readonly retryAfterSeconds: number }>((done, fail) => {
    const sent = request(url, { method: content === '' ? 'GET' : 'POST', headers, ...from }, (answer) => {
      const { statusCode: status = 500, headers } = answer
      answer
        .resume()
        .once('end', () => done({ status, retryAfterSeconds: Number(headers['retry-after'] ?? 1) }))
    })
    sent.once('error', fail).end(content)
  })
}

/** `127.3.17.201` */
function addressOf(visitor: string): string {
  let hash = 7
  for (const char of visitor) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return `127.${1 + (hash % 200)}.${(hash >>> 8) % 256}.${1 + ((hash >>> 16) % 250)}`
}
