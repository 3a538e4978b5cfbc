import { signedIn } from '../customers.ts'

export default defineEventHandler((event) => {
  const customer = signedIn(event)
  if (customer === null) return { customer }
  const { accountId, userId, name } = customer
  return { customer: { accountId, userId, name } }
})
