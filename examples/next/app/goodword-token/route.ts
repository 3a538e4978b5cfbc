import { signUser } from '@goodword/client'
import { signedIn } from '../../lib/customers.ts'
import { settings } from '../../lib/settings.ts'

/** The token says who is signed in here, and is asked for again when it has expired. */
export async function GET(): Promise<Response> {
  const customer = await signedIn()
  if (customer === null) return new Response(null, { status: 401 })
  const { accountId, userId: id, name: firstName, email } = customer
  const { signingKey } = settings
  const token = await signUser({ accountId, id, firstName, email }, { signingKey, expiresInSeconds: 600 })
  return new Response(token, { headers: { 'Cache-Control': 'no-store' } })
}
