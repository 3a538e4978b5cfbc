import { randomBytes } from 'node:crypto'
import { callForAssistants } from '../assistants/call-for-assistants.ts'

type StaffTexts = Readonly<Record<'id' | 'email' | 'firstName' | 'lastName' | 'note', string>>
type PortalSecrets = ReturnType<typeof makePortalSecrets>

/** Secrets that the portal gets and must not log. */
export function makePortalSecrets() {
  return {
    staffPassword: `staff-${randomBytes(16).toString('hex')}`,
    staffToken: randomBytes(32).toString('base64url'),
    clientSecret: `client-${randomBytes(16).toString('hex')}`,
  }
}

/** Settings with an OpenID provider that does not respond. */
export function singleSignOnSettings({ clientSecret }: PortalSecrets): Record<string, string> {
  return {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'goodword',
    OIDC_CLIENT_SECRET: clientSecret,
  }
}

/** Accepts an invitation, as the command `staff invite` prints it, as a new person; returns their cookie. */
export async function joinStaff(
  url: string,
  invitation: string,
  { firstName: name }: StaffTexts,
  { staffPassword: password }: PortalSecrets,
): Promise<string> {
  const token = new URL(JSON.parse(invitation).link).searchParams.get('token')
  const body = JSON.stringify({ token, name, password })
  const headers = { 'content-type': 'application/json', origin: url }
  const response = await fetch(`${url}/portal/invitation`, { method: 'POST', headers, body })
  if (response.status !== 200) throw new Error(`the invitation was answered with ${response.status}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/**
 * Sends passwords, tokens and cookies to the addresses of the portal, of assistants and of links in e-mails that take them. Returns the
 * secrets that were sent and given there.
 */
export async function callPortal(
  url: string,
  cookie: string,
  person: StaffTexts,
  { staffPassword: password, staffToken: token, cookie: forged }: PortalSecrets & { readonly cookie: string },
): Promise<Readonly<Record<string, string>>> {
  // The calls below end the session.
  const tokens = await callForAssistants(url, cookie, person)
  const { id, email, lastName, note } = person
  const body = { token, password, email, name: lastName, code: token, alias: 'acme', company: id }
  const fields = { ...body, currentPassword: password, newPassword: password, note }
  const posts = [
    ...['auth/sign-in/email', 'welcome', 'welcome/check', 'enter', 'invitation', 'invitation/check'],
    ...['password-reset', 'password-reset/check', 'password-reset/request', 'auth/sign-in/sso'],
    ...['auth/two-factor/enable', 'auth/two-factor/verify-totp', 'auth/two-factor/verify-backup-code'],
  ]
  for (const sent of [cookie, `goodword_session=${forged}`]) {
    const headers = { 'content-type': 'application/json', origin: url, cookie: sent }
    for (const path of posts) {
      await fetch(`${url}/portal/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
    }
    for (const path of ['portal/session', `portal/welcome?token=${token}`, 'api/v1/acme/staff']) {
      await fetch(`${url}/${path}`, { headers })
    }
  }
  for (const path of [`appeal/acme/${token}`, `unsubscribe/acme/${token}`, `p/acme/enter/${token}`]) {
    await fetch(`${url}/${path}`)
    await fetch(`${url}/${path}`, { method: 'POST', body: new URLSearchParams({ text: note, email }) })
  }
  return tokens
}
