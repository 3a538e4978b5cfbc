import { ApiError } from '@goodword/client'
import { portalCall } from '../api/portal-call.ts'
import type { SignInStep } from './sign-in-methods.ts'

/** Whether this browser can read and write passkeys as JSON, as all current ones can, and at this address. */
export function canUsePasskeys(): boolean {
  return (
    hasHostName() &&
    typeof PublicKeyCredential !== 'undefined' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** A passkey belongs to a host name: browsers refuse it at an IP address. */
export function hasHostName(): boolean {
  return !/^[\d.]+$|^\[/.test(location.hostname)
}

export async function signInByPasskey(): Promise<SignInStep> {
  const options = await portalCall<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/portal/auth/passkey/generate-authenticate-options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const response = await credentialFrom(() => navigator.credentials.get({ publicKey }))
  return portalCall<SignInStep>('POST', '/portal/auth/passkey/verify-authentication', { response })
}

export async function addPasskey(name: string): Promise<void> {
  const options = await portalCall<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    `/portal/auth/passkey/generate-register-options?name=${encodeURIComponent(name)}`,
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const response = await credentialFrom(() => navigator.credentials.create({ publicKey }))
  await portalCall('POST', '/portal/auth/passkey/verify-registration', { response, name })
}

/** The credential from the browser's own dialog; closing the dialog is an error like any other. */
async function credentialFrom(ask: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await ask().catch((cause: unknown) => {
    throw notUsed(cause)
  })
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw notUsed(null)
}

function notUsed(cause: unknown): ApiError {
  const message = 'No passkey was used: the browser has none for this address, or its dialog was closed.'
  return new ApiError({ code: 'PASSKEY_NOT_USED', message, status: 400, cause })
}
