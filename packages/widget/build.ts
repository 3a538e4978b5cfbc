import { join } from 'node:path'
import { buildSync } from 'esbuild'

type WidgetAssets = {
  readonly js: string
  readonly css: string
  /** The module that the script loads when a QR code comes into view. */
  readonly qr: string
  /** The file instead of the script, for the preview of the portal. */
  readonly preview: string
  /** The script of the hosted page. */
  readonly page: string
  /** The preview of the client script's offer to friends, for the portal. */
  readonly offerPreview: string
}

/** The widget as browsers load it: one script and one style sheet, what the script loads later, and what the portal previews. */
export function buildWidget(): WidgetAssets {
  return {
    js: bundled('src/main.ts'),
    css: bundled('src/widget.css'),
    qr: bundled('src/share/qr-modules.ts', 'esm'),
    preview: bundled('src/preview/main.ts'),
    page: bundled('src/hosted-page/main.ts'),
    offerPreview: bundled('../client-script/src/preview/main.ts'),
  }
}

function bundled(entry: string, format: 'iife' | 'esm' = 'iife'): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    minify: true,
    format,
    target: ['chrome109', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error(`${entry} makes nothing`)
  return file.text
}

/** The files of the widget as a module of the server’s, so that it needs no file beside it. */
export function widgetModule(): string {
  const { js, css, qr, preview, page, offerPreview } = buildWidget()
  return [
    '// Made of packages/widget by `npm run generate`.',
    'export const widgetAssets = {',
    `  js: ${JSON.stringify(js)},`,
    `  css: ${JSON.stringify(css)},`,
    `  qr: ${JSON.stringify(qr)},`,
    `  preview: ${JSON.stringify(preview)},`,
    `  page: ${JSON.stringify(page)},`,
    `  offerPreview: ${JSON.stringify(offerPreview)},`,
    '} as const',
    '',
  ].join('\n')
}
