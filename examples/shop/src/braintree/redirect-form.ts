import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Customer, namesOf } from '../customers.ts'
import { type BraintreeSettings, Declined, type RedirectForm } from '../gateway.ts'

/**
 * The older kind of payment form, which sends the card to the gateway itself (transparent redirect). The referral code
 * goes into its field `customer[custom_fields][referral_coupon]`, which the gateway stores with the customer.
 */
export function redirectForm(
  settings: BraintreeSettings,
  customer: Customer,
  redirectUrl: string,
  now: Date,
): RedirectForm {
  const { firstName, lastName } = namesOf(customer)
  const query = new URLSearchParams({
    kind: 'create_customer',
    'customer[first_name]': firstName,
    'customer[last_name]': lastName,
    'customer[email]': customer.email,
    time: now.toISOString().replace(/\D/g, '').slice(0, 14),
    redirect_url: redirectUrl,
    public_key: settings.publicKey,
    api_version: '5',
  }).toString()
  const action = `${settings.url}/merchants/${settings.merchantId}/transparent_redirect_requests`
  return { action, data: `${signatureOf(settings, query)}|${query}` }
}

/**
 * Confirms the returned form at the gateway, which creates the customer.
 *
 * @param query what the gateway added to the address of the page, with its signature
 * @returns the ID of the customer
 */
export async function confirmRedirect(settings: BraintreeSettings, query: string): Promise<string> {
  const [signed = '', hash = ''] = query.split('&hash=')
  if (!isEqual(hash, signatureOf(settings, signed))) throw new Declined('forged')
  const id = new URLSearchParams(signed).get('id')
  if (id === null) throw new Declined('notAccepted')
  const address = `${settings.url}/merchants/${settings.merchantId}/transparent_redirect_requests/${encodeURIComponent(id)}/confirm`
  const authorization = `Basic ${btoa(`${settings.publicKey}:${settings.privateKey}`)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization, 'x-apiversion': '5' },
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok) {
    const message = /<message>([^<]*)<\/message>/.exec(text)?.[1]
    throw new Declined('refused', message ?? `status ${response.status}`)
  }
  const customerId = /<id>([^<]+)<\/id>/.exec(text)?.[1]
  if (customerId === undefined) throw new Error('customer ID missing in the confirmation of a form')
  return customerId
}

function signatureOf({ privateKey }: BraintreeSettings, text: string): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(text).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
