import { readFileSync } from 'node:fs'

type Asset = { readonly type: string; readonly base64: string }

const STYLES = 'text/css; charset=utf-8'

/** What the page loads beside HTML. In the bundle it is part of the one file (build.ts). */
export const assets: Readonly<Record<string, Asset>> = {
  'tokens.css': own('tokens.generated.css', STYLES),
  'paper.css': own('paper.css', STYLES),
  'controls.css': own('controls.css', STYLES),
  'entries.css': own('entries.css', STYLES),
  'ledger.js': own('ledger.js', 'text/javascript; charset=utf-8'),
  'face.woff2': read(
    import.meta.resolve('@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'),
    'font/woff2',
  ),
}

function own(name: string, type: string): Asset {
  return read(new URL(`assets/${name}`, import.meta.url).href, type)
}

function read(address: string, type: string): Asset {
  return { type, base64: readFileSync(new URL(address), 'base64') }
}
