import type { Customer } from '../customers.ts'
import { type Html, html } from '../html.ts'
import { filled, type Words } from '../words/words.ts'

/** The context of every page. */
export type Frame = {
  /** The script of the service, with its commands for this page. */
  readonly scripts: (commands: readonly unknown[]) => Html
  readonly customer: Customer | null
  /** The texts of the shop in the language of the browser. */
  readonly words: Words
  /** `2027-11-28`: the day that bills are dated by, where it is not that of the calendar. */
  readonly testDay: string | null
}

/** A page of the shop. */
export function page(
  frame: Frame,
  title: Html | string,
  body: Html,
  commands: readonly unknown[] = [],
): string {
  const { words } = frame
  return html`<!doctype html>
<html lang="${words.lang}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Larkfield Coffee</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/tokens.generated.css">
  <link rel="stylesheet" href="/shop.css">
  <link rel="stylesheet" href="/forms.css">
  ${frame.scripts(commands)}
</head>
<body>
  <a class="skip" href="#content">${words.skip}</a>
  <header class="top">
    <a class="brand" href="/">Larkfield <span>Coffee</span></a>
    <nav aria-label="${words.main}">${navigation(frame)}</nav>
  </header>
  <main id="content">${body}</main>
  <footer class="bottom">
    <p>${words.footer}${frame.testDay === null ? '' : html` ${filled(words.testDay, { day: frame.testDay })}`}</p>
  </footer>
</body>
</html>
`.text
}

function navigation({ customer, words }: Frame): Html {
  if (customer === null) {
    return html`<a href="/pricing">${words.plansLink}</a><a href="/sign-in">${words.signInLink}</a><a class="button small" href="/sign-up">${words.tryFree}</a>`
  }
  return html`<a href="/pricing">${words.plansLink}</a><a href="/account">${words.accountLink}</a>
    <button type="button" class="button small goodword-open">${words.bringFriend}</button>
    <form method="post" action="/sign-out"><button class="plain">${words.signOut}</button></form>`
}
