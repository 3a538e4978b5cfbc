'use server'

import { randomUUID } from 'node:crypto'
import { ApiError, createClient } from '@goodword/client'
import { redirect } from 'next/navigation'
import { signIn } from '../../lib/customers.ts'
import { settings } from '../../lib/settings.ts'

export type SignUpState = {
  readonly problem: string
  readonly name: string
  readonly email: string
  readonly code: string
}

export async function signUp(_before: SignUpState, form: FormData): Promise<SignUpState> {
  const read = (field: string) => String(form.get(field) ?? '').trim()
  const [name, email, code] = [read('name'), read('email'), read('referralCode')]
  const { goodwordUrl: baseUrl, tenantAlias, apiKey } = settings
  const goodword = createClient({ baseUrl, tenantAlias, apiKey })
  const accountId = `acct_${randomUUID()}`
  const userId = `user_${accountId}`
  try {
    await goodword.syncAccount({ body: { id: accountId, ...(code === '' ? {} : { referral: { code } }) } })
    await goodword.upsertUser({ body: { accountId, id: userId, email, firstName: name } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REFERRAL_CODE_NOT_FOUND') throw error
    return { problem: 'We do not know this code. Check it, or leave it out.', name, email, code }
  }
  await signIn({ accountId, userId, name, email })
  redirect('/account')
}
