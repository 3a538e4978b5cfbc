import type { Customer } from '../customers.ts'
import { forScript, type Html, html } from '../html.ts'

/** What every page needs to know. */
export type Frame = {
  readonly goodwordUrl: string
  /** Allows the scripts that are written into this page, and no others. */
  readonly nonce: string
  /** The command for the script with the signed-in user. */
  readonly identity: Readonly<Record<string, unknown>>
  readonly customer: Customer | null
}

/** A page of the shop, with the two snippets that bring referrals into it. */
export function page(frame: Frame, title: string, body: Html, commands: readonly unknown[] = []): string {
  const queued = [['init', frame.identity], ...commands]
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Larkfield Coffee</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/shop.css">
  <link rel="stylesheet" href="/forms.css">
  <script nonce="${frame.nonce}">
    window._gw = window._gw || [];
    ${queued.map(
      (command) => html`_gw.push(${forScript(command)});
    `,
    )}
  </script>
  <script async src="${frame.goodwordUrl}/s/v1/goodword.js"></script>
</head>
<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header class="top">
    <a class="brand" href="/">Larkfield <span>Coffee</span></a>
    <nav aria-label="Main">${navigation(frame.customer)}</nav>
  </header>
  <main id="content">${body}</main>
  <footer class="bottom">
    <p>Larkfield Coffee is an example. Nothing is sold here, and only test cards are charged.</p>
  </footer>
</body>
</html>
`.text
}

function navigation(customer: Customer | null): Html {
  if (customer === null) {
    return html`<a href="/pricing">Plans</a><a href="/sign-in">Sign in</a><a class="button small" href="/sign-up">Try it free</a>`
  }
  return html`<a href="/pricing">Plans</a><a href="/account">Account</a>
    <button type="button" class="button small goodword-open">Bring a friend</button>
    <form method="post" action="/sign-out"><button class="plain">Sign out</button></form>`
}
