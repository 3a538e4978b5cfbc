import { signUser } from '@goodword/client'
import { signedIn } from '../customers.ts'

/** The token says who is signed in here, and is asked for again when it has expired. */
export default defineEventHandler(async (event) => {
  const customer = signedIn(event)
  if (customer === null) throw createError({ statusCode: 401 })
  const { signingKey } = useRuntimeConfig(event)
  const { accountId, userId: id, name: firstName, email } = customer
  setHeader(event, 'Cache-Control', 'no-store')
  return signUser({ accountId, id, firstName, email }, { signingKey, expiresInSeconds: 600 })
})
