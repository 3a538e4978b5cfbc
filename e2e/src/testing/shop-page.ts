import type { Page, Response } from 'playwright-core'
import { goodwordUrl } from './goodword.ts'

/** Pushed into the queue as it is; a text is script, as a function would be written. */
export type Pushed = readonly unknown[]

type ShopPage = {
  readonly commands?: readonly Pushed[]
  readonly body?: string
  /** The tag of the script, unless it is the one of the guide. */
  readonly tag?: string
}

/** A merchant's page that loads the script as in the guide. */
export function shopPage({ commands = [], body = '', tag = scriptTag() }: ShopPage): string {
  const pushes = commands.map((command) => `_gw.push(${JSON.stringify(command)})`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shop</title>
<script>window._gw = window._gw || []; ${pushes.join('; ')}</script>
${tag}
<h1>Shop</h1>
${body}
</html>`
}

export function scriptTag(attributes = 'async'): string {
  return `<script ${attributes} src="${goodwordUrl()}/s/v1/goodword.js"></script>`
}

/** Pushes a command into the queue of the page that is shown. */
export async function push(page: Page, ...command: readonly unknown[]): Promise<void> {
  await page.evaluate((entry) => Reflect.get(window, '_gw').push(entry), command)
}

/** The detail of an event of the script, also of an earlier one. */
export function nextEvent(page: Page, event: string): Promise<unknown> {
  return page.evaluate(
    (name) =>
      new Promise<unknown>((done) => {
        Reflect.get(window, '_gw').push([
          'subscribe',
          name,
          (detail: unknown) => done(detail instanceof Error ? `Error: ${detail.message}` : detail),
        ])
      }),
    event,
  )
}

/** Resolves when the script has read the queue. */
export async function scriptIsThere(page: Page, queue = '_gw'): Promise<void> {
  await page.waitForFunction((name) => typeof Reflect.get(window, name)?.push?.goodword === 'string', queue)
}

/** Navigates to a page with a code, and waits until the script has processed the response about the cookie. */
export async function afterLanding(page: Page, land: () => Promise<unknown>): Promise<Response> {
  const responded = page.waitForResponse('**/open/code/*/cookie')
  await land()
  const answer = await responded
  await answer.finished()
  // Earlier answers are read when this one is.
  await page.evaluate(() => fetch(location.pathname).then((it) => it.text()))
  return answer
}
