import { createHash } from 'node:crypto'
import { rewards } from '@goodword/contract/words/areas/rewards'
import { widget } from '@goodword/contract/words/areas/widget'
import { type LanguageTag, languageTags } from '@goodword/contract/words/languages'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../../frame/http/server/static-file.ts'
import { widgetAssets } from './widget-assets.generated.ts'

/** The addresses of what the pages of the widget load. */
export type ServedWidgetFiles = {
  readonly script: string
  readonly style: string
  /** The module that draws QR codes; the script loads it when one comes into view. */
  readonly qr: string
  /** The words of each language, in a file that is loaded before the script. */
  readonly words: Readonly<Record<LanguageTag, string>>
  /** The file instead of the script, in the preview of the portal. It has the words of all languages. */
  readonly preview: string
  /** The script of the friends' view, in the preview of the portal. */
  readonly offerPreview: string
}

export function serveWidgetFiles(app: FastifyInstance): ServedWidgetFiles {
  const words = languageTags.map((tag) => [tag, serveWidgetAsset(app, wordsFile(tag), 'js')])
  return {
    script: serveWidgetAsset(app, widgetAssets.js, 'js'),
    style: serveWidgetAsset(app, widgetAssets.css, 'css'),
    qr: serveWidgetAsset(app, widgetAssets.qr, 'js'),
    words: Object.fromEntries(words),
    preview: serveWidgetAsset(app, widgetAssets.preview, 'js'),
    offerPreview: serveWidgetAsset(app, widgetAssets.offerPreview, 'js'),
  }
}

function wordsFile(language: LanguageTag): string {
  const words = { language, widget: widget[language], rewards: rewards[language] }
  return `goodwordWords=${JSON.stringify(words)}`
}

/** The name of a file contains the hash of its content, so it may be cached forever. */
export function serveWidgetAsset(app: FastifyInstance, content: string, kind: 'js' | 'css'): string {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const name = `assets/${version}.${kind}`
  const caching = 'public, max-age=31536000, immutable'
  const type = kind === 'js' ? 'text/javascript' : 'text/css'
  serveFile(app, `/widget/${name}`, { type, content: () => Buffer.from(content), caching })
  return name
}
