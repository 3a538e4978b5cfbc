import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../server/static-file.ts'
import { widgetAssets } from './widget-assets.generated.ts'

/** The addresses of what the pages of the widget load. */
export type ServedWidgetFiles = {
  readonly script: string
  readonly style: string
  /** The file instead of the script, in the preview of the portal. */
  readonly preview: string
}

export function serveWidgetFiles(app: FastifyInstance): ServedWidgetFiles {
  return {
    script: serveAsset(app, 'js', 'js'),
    style: serveAsset(app, 'css', 'css'),
    preview: serveAsset(app, 'preview', 'js'),
  }
}

/** The name of a file contains the hash of its content, so it may be cached forever. */
function serveAsset(app: FastifyInstance, asset: keyof typeof widgetAssets, kind: 'js' | 'css'): string {
  const content = widgetAssets[asset]
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const name = `assets/${version}.${kind}`
  const caching = 'public, max-age=31536000, immutable'
  const type = kind === 'js' ? 'text/javascript' : 'text/css'
  serveFile(app, `/widget/${name}`, { type, content: () => Buffer.from(content), caching })
  return name
}
