import { randomUUID } from 'node:crypto'
import { ApiError, createClient } from '@goodword/client'
import { signIn } from '../customers.ts'

export default defineEventHandler(async (event) => {
  const form = await readBody(event)
  const read = (field: string) => String(form[field] ?? '').trim()
  const [name, email, code] = [read('name'), read('email'), read('referralCode')]
  const {
    apiKey,
    public: { goodwordUrl: baseUrl, tenantAlias },
  } = useRuntimeConfig(event)
  const goodword = createClient({ baseUrl, tenantAlias, apiKey })
  const accountId = `acct_${randomUUID()}`
  const userId = `user_${accountId}`
  try {
    await goodword.syncAccount({ body: { id: accountId, ...(code === '' ? {} : { referral: { code } }) } })
    await goodword.upsertUser({ body: { accountId, id: userId, email, firstName: name } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REFERRAL_CODE_NOT_FOUND') throw error
    setResponseStatus(event, 400)
    return { message: 'We do not know this code. Check it, or leave it out.' }
  }
  signIn(event, { accountId, userId, name, email })
  return { accountId, userId, name }
})
