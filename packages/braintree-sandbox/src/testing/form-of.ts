import type { Received } from '@goodword/sandbox/testing/given-listener'

/** The fields of the form that carries a notification. */
export function formOf({ body }: Received): { readonly signature: string; readonly payload: string } {
  const fields = new URLSearchParams(body)
  return { signature: fields.get('bt_signature') ?? '', payload: fields.get('bt_payload') ?? '' }
}
