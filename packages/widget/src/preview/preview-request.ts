import type { Widget } from '@goodword/contract/pages/widget'

/** The portal's request for a preview: made-up content with settings that may not be saved yet. */
export type PreviewRequest = {
  readonly goodword: 1
  readonly type: 'preview'
  readonly widget: Widget
  readonly locale: string
  readonly isDark: boolean
}

/** The portal is of the same release, so a message of its kind has its shape. */
export function isPreviewRequest(message: unknown): message is PreviewRequest {
  return (
    typeof message === 'object' &&
    message !== null &&
    'goodword' in message &&
    message.goodword === 1 &&
    'type' in message &&
    message.type === 'preview'
  )
}
