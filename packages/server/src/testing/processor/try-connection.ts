import { callApi } from '../requests/call-api.ts'
import type { BraintreeShop } from './braintree-shop.ts'

/** Connects rightly and wrongly. Returns the token of the notification URL. */
export async function tryConnecting(
  url: string,
  tenant: Parameters<typeof callApi>[1],
  { credentials }: BraintreeShop,
): Promise<string> {
  const put = async (body: object): Promise<Record<string, unknown>> => {
    const answer = await callApi(url, tenant, '/connection', { method: 'PUT', body })
    return (await answer.json()) as Record<string, unknown>
  }
  await put({ ...credentials, merchantId: 'unknown' })
  await put({ ...credentials, environment: 'production' })
  await put({ ...credentials, privateKey: [credentials.privateKey] })
  const { webhookUrl } = await put(credentials)
  return String(webhookUrl).split('/').at(-1) ?? ''
}

type SignedForm = { readonly bt_signature: string; readonly bt_payload: string }

/** Sends to the notification URL what a processor sends there, and what strangers send. */
export async function tryNotifying(hook: string, right: SignedForm): Promise<void> {
  const post = (url: string, body: URLSearchParams | string) => fetch(url, { method: 'POST', body })
  const form = (more: object) => new URLSearchParams({ ...right, ...more })
  const answers = [
    await post(hook, form({})),
    await post(hook, form({ bt_signature: 'x' })),
    await post(`${hook}x`, form({})),
    await post(`${hook}/${hook}`, form({})),
    await post(hook, JSON.stringify(right)),
    await fetch(`${hook}?bt_challenge=20f9f8ed05f77439fe955c977e4c8a53`),
    await fetch(`${hook}?bt_challenge=${right.bt_signature}`),
    await post(`${hook}/clock`, right.bt_payload),
  ]
  for (const answer of answers) await answer.arrayBuffer()
}
