import type { FastifyInstance } from 'fastify'
import { serveFile } from '../server/static-file.ts'
import { type WidgetFiles, widgetPreviewHtml } from './widget-html.ts'

/**
 * `/portal/widget-preview`: the widget with content that the portal sends by messages, for settings that are not saved
 * yet. It has no data, loads none, and only the portal may frame it.
 */
export function serveWidgetPreview(app: FastifyInstance, files: WidgetFiles): void {
  serveFile(app, '/portal/widget-preview', {
    type: 'text/html',
    content: () => Buffer.from(widgetPreviewHtml(files)),
    caching: 'no-cache',
    headers: {
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The address of a logo is typed, and shown before it is saved.
  'img-src https:',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'self'",
].join('; ')
