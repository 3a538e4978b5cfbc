import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { BASE_URL } from '../test-context.ts'

/** The flags of authenticator data: the person is present, was verified by the device, and a key follows. */
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

type Answer = Readonly<Record<string, unknown>> & { readonly id: string }

/** A passkey as a device makes it (WebAuthn, ES256, without attestation). */
export type Authenticator = {
  register(challenge: string): Answer
  /** `isVerified` is whether the device checked who uses it. */
  signIn(challenge: string, settings?: { readonly isVerified?: boolean; readonly origin?: string }): Answer
}

export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  function dataOf(flags: number): Buffer {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(new URL(BASE_URL).hostname)), Buffer.of(flags), count])
  }
  const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  return {
    register(challenge) {
      const data = Buffer.concat([
        dataOf(PRESENT | VERIFIED | HAS_KEY),
        Buffer.alloc(16),
        Buffer.of(0, credentialId.length),
        credentialId,
        // The key in COSE: kty EC2, alg ES256, crv P-256, x, y.
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(data.length),
        data,
      ])
      const client = clientData('webauthn.create', challenge, BASE_URL)
      return {
        ...shared,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    signIn(challenge, { isVerified = true, origin = BASE_URL } = {}) {
      const client = clientData('webauthn.get', challenge, origin)
      const data = dataOf(isVerified ? PRESENT | VERIFIED : PRESENT)
      return {
        ...shared,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
