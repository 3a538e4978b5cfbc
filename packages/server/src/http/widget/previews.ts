import type { FastifyInstance } from 'fastify'
import { serveFile } from '../server/static-file.ts'
import { previewHtml } from './widget-html.ts'

type PreviewFiles = { readonly style: string; readonly widget: string; readonly offer: string }

/**
 * `/portal/widget-preview` and `/portal/offer-preview`: the widget, and what friends see of an offer, with content that the
 * portal sends by messages, for settings that are not saved yet. They have no data, load none, and only the portal may
 * frame them.
 */
export function servePreviews(app: FastifyInstance, { style, widget, offer }: PreviewFiles): void {
  servePreview(app, '/portal/widget-preview', previewHtml('Preview of the widget', widget, style))
  servePreview(app, '/portal/offer-preview', previewHtml('Preview of what friends see', offer))
}

function servePreview(app: FastifyInstance, path: string, html: string): void {
  serveFile(app, path, {
    type: 'text/html',
    content: () => Buffer.from(html),
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
  // Addresses of pictures are typed, and shown before they are saved.
  // Those of the demo are on this machine.
  'img-src https: http://127.0.0.1:*',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'self'",
].join('; ')
