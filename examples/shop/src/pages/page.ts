import type { Customer } from '../customers.ts'
import { type Html, html } from '../html.ts'

/** What every page needs to know. */
export type Frame = {
  /** What brings referrals into a page: the script, and its commands for this page. */
  readonly scripts: (commands: readonly unknown[]) => Html
  readonly customer: Customer | null
}

/** A page of the shop. */
export function page(frame: Frame, title: string, body: Html, commands: readonly unknown[] = []): string {
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
  ${frame.scripts(commands)}
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
