import type { Received } from '@goodword/sandbox/testing/given-listener'

/** The fields of the form that carries a notification. @throws {Error} when nothing was received */
export function formOf(received: Received | undefined): {
  readonly signature: string
  readonly payload: string
} {
  if (received === undefined) throw new Error('notification not received')
  const fields = new URLSearchParams(received.body)
  return { signature: fields.get('bt_signature') ?? '', payload: fields.get('bt_payload') ?? '' }
}
