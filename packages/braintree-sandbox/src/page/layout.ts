import type { Control } from '../control/control.ts'
import type { Merchant } from '../model/merchant.ts'
import { type Html, html } from './html.ts'
import { clockPanel } from './views/clock-panel.ts'

export type Section = 'subscriptions' | 'transactions' | 'webhooks' | 'setup' | 'faults' | 'snapshots'

const sections: readonly (readonly [section: Section, title: string, path: string])[] = [
  ['subscriptions', 'Subscriptions', ''],
  ['transactions', 'Transactions', '/transactions'],
  ['webhooks', 'Webhooks', '/webhooks'],
  ['setup', 'Set-up', '/setup'],
  ['faults', 'Faults', '/faults'],
  ['snapshots', 'Snapshots', '/snapshots'],
]

type Parts = {
  readonly section: Section
  readonly title: string
  readonly content: Html
  /** The error of the last request. */
  readonly problem: string | null
}

/** A page of a merchant's ledger: whose it is, the clock, and one section. */
export function layout(
  control: Control,
  merchant: Merchant,
  { section, title, content, problem }: Parts,
): Html {
  const refresh = merchant.clock.runsSince === null ? '' : '10'
  return frame(
    `${title} – ${merchant.id}`,
    html`<header class="head">
      <h1><a class="title" href="/ledger/${merchant.id}">Ledger</a> of <span class="name">${merchant.id}</span></h1>
      ${chooser(control, merchant)}
    </header>
    <p class="problem" role="alert" id="problem" ${problem === null && html`hidden`}>${problem}</p>
    ${clockPanel(control.gateway, merchant)}
    <nav aria-label="Sections"><ul>${sections.map(
      ([each, name, path]) =>
        html`<li><a href="/ledger/${merchant.id}${path}" ${each === section && html`aria-current="page"`}>${name}</a></li>`,
    )}</ul></nav>
    <main id="main">${content}</main>`,
    refresh,
  )
}

/** A page about no merchant. */
export function bare(title: string, content: Html): Html {
  return frame(
    title,
    html`<header class="head"><h1>${title}</h1></header><main id="main">${content}</main>`,
    '',
  )
}

function frame(title: string, content: Html, refresh: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${['paper', 'controls', 'entries'].map((name) => html`<link rel="stylesheet" href="/ledger-assets/${name}.css">`)}
<script src="/ledger-assets/ledger.js" defer></script>
</head>
<body data-refresh="${refresh}">
<a class="skip" href="#main">To the entries</a>
<div class="sheet">${content}</div>
</body>
</html>
`
}

function chooser({ gateway }: Control, merchant: Merchant): Html | null {
  const ids = Array.from(gateway.merchants.keys())
  if (ids.length < 2) return null
  return html`<form class="chooser" method="get" action="/">
    <label>Merchant <select name="merchant">${ids.map(
      (id) => html`<option ${id === merchant.id && html`selected`}>${id}</option>`,
    )}</select></label>
    <button>Open</button>
  </form>`
}
