import { readFileSync } from 'node:fs'

/** The assets of the page beside HTML. In the bundle it is part of the one file (build.ts). */
export const assets: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  'tokens.css': { type: 'text/css; charset=utf-8', text: read('tokens.generated.css') },
  'paper.css': { type: 'text/css; charset=utf-8', text: read('paper.css') },
  'controls.css': { type: 'text/css; charset=utf-8', text: read('controls.css') },
  'entries.css': { type: 'text/css; charset=utf-8', text: read('entries.css') },
  'ledger.js': { type: 'text/javascript; charset=utf-8', text: read('ledger.js') },
}

function read(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
}
