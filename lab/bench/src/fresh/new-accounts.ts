import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import type { Tenant } from '../dataset/tenants.ts'

/**
 * Makes what callers send: each in turn attributes a new account to the owner of the code, identifies its person,
 * converts it, and identifies a person of another new account.
 */
export function newAccounts({ id, apiKey }: Tenant, code: string): () => () => string {
  const sync = (body: object) => wireRequest('POST', `/api/v1/${id}/accountsync`, { apiKey, body })
  let callers = 0
  return () => {
    callers += 1
    const caller = callers
    let sent = 0
    return () => {
      const friend = `f${caller}_${Math.floor(sent / 4)}`
      const step = sent % 4
      sent += 1
      if (step === 0) return sync({ id: friend, subscription: { status: 'TRIAL' }, referral: { code } })
      if (step === 2) return sync({ id: friend, subscription: { status: 'PAID' } })
      const name = step === 1 ? friend : `i${caller}_${sent}`
      return wireRequest('POST', `/api/v1/${id}/open/identify`, {
        body: { account_id: name, user_id: `${name}_user`, email: `${name}@example.com` },
      })
    }
  }
}
