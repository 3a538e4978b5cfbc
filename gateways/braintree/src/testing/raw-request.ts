import type { Merchant } from '../model/merchant.ts'
import type { Sandbox } from '../start.ts'

export type RawRequest = {
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT'
  /** Below the merchant's, with a slash. */
  readonly path: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type RawAnswer = { readonly status: number; readonly text: string; readonly headers: Headers }

/** A request that no SDK of ours here would send. */
export async function rawRequest(
  sandbox: Pick<Sandbox, 'url'>,
  { id, keys: [key] }: Pick<Merchant, 'id' | 'keys'>,
  { method, path, body, type = 'application/xml', headers = {} }: RawRequest,
): Promise<RawAnswer> {
  const authorization = `Basic ${btoa(`${key?.publicKey}:${key?.privateKey}`)}`
  const answer = await fetch(`${sandbox.url}/merchants/${id}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization, 'x-apiversion': '6', 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
