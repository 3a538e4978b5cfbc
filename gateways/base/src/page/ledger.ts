import type { Account } from '../model/account.ts'
import { type Html, html } from './html.ts'

/** A section of a ledger, with its path below the account's. */
export type LedgerSection = {
  readonly name: string
  readonly title: string
  readonly path: string
}

type Parts = {
  readonly account: Account
  /** The processor's word for an account. */
  readonly word: string
  /** The ids of all accounts. */
  readonly ids: readonly string[]
  readonly sections: readonly LedgerSection[]
  readonly section: string
  readonly title: string
  readonly clock: Html
  readonly content: Html
  /** The error of the last request. */
  readonly problem: string | null
}

/** A page of an account's ledger: whose it is, the clock, and one section. */
export function ledger({
  account,
  word,
  ids,
  sections,
  section,
  title,
  clock,
  content,
  problem,
}: Parts): Html {
  const refresh = account.clock.runsSince === null ? '' : '10'
  return frame(
    `${title} – ${account.id}`,
    html`<header class="head">
      <h1><a class="title" href="/ledger/${account.id}">Ledger</a> of <span class="name">${account.id}</span></h1>
      ${chooser(word, ids, account)}
    </header>
    <p class="problem" role="alert" id="problem" ${problem === null && html`hidden`}>${problem}</p>
    ${clock}
    <nav aria-label="Sections"><ul>${sections.map(
      ({ name, title: text, path }) =>
        html`<li><a href="/ledger/${account.id}${path}" ${name === section && html`aria-current="page"`}>${text}</a></li>`,
    )}</ul></nav>
    <main id="main">${content}</main>`,
    { sheet: 'sheet', refresh },
  )
}

/** A page about no account, such as those of a merchant's customers. */
export function bare(title: string, content: Html): Html {
  return frame(
    title,
    html`<header class="head"><h1>${title}</h1></header><main id="main">${content}</main>`,
    { sheet: 'sheet narrow', refresh: '' },
  )
}

type Frame = { readonly sheet: string; readonly refresh: string }

function frame(title: string, content: Html, { sheet, refresh }: Frame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/ledger-assets/face.woff2" as="font" type="font/woff2" crossorigin>
${['tokens', 'paper', 'controls', 'entries'].map((name) => html`<link rel="stylesheet" href="/ledger-assets/${name}.css">`)}
<script src="/ledger-assets/ledger.js" defer></script>
</head>
<body data-refresh="${refresh}">
<a class="skip" href="#main">To the entries</a>
<div class="${sheet}">${content}</div>
</body>
</html>
`
}

function chooser(word: string, ids: readonly string[], account: Account): Html | null {
  if (ids.length < 2) return null
  return html`<form class="chooser" method="get" action="/">
    <label>${word.replace(/^./, (letter) => letter.toUpperCase())} <select name="${word}">${ids.map(
      (id) => html`<option ${id === account.id && html`selected`}>${id}</option>`,
    )}</select></label>
    <button>Open</button>
  </form>`
}
