import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { KeyPair } from '../model/merchant.ts'

const LINE = 60

/** The payload that carries a notification: base64 in lines of 60, each with its end, which is signed as well. */
export function payloadOf(xml: Buffer): string {
  const base64 = xml.toString('base64')
  const lines = Array.from({ length: Math.ceil(base64.length / LINE) }, (_, line) => {
    return base64.slice(line * LINE, (line + 1) * LINE)
  })
  return `${lines.join('\n')}\n`
}

/** A signature for each of the merchant's keys: whichever of them a listener has, it finds its own. */
export function signatureOf(keys: readonly KeyPair[], payload: string): string {
  return keys.map((key) => signedBy(key, payload)).join('&')
}

/** The answer to a challenge: the public key and the signature. */
export function answerChallenge(key: KeyPair, challenge: string): string {
  return signedBy(key, challenge)
}

function signedBy(key: KeyPair, text: string): string {
  return `${key.publicKey}|${createHmac('sha1', secretOf(key)).update(text).digest('hex')}`
}

const secrets = new WeakMap<KeyPair, KeyObject>()

/** Kept, because it is needed for every notification. */
function secretOf(key: KeyPair): KeyObject {
  const secret = secrets.get(key) ?? createSecretKey(createHash('sha1').update(key.privateKey).digest())
  secrets.set(key, secret)
  return secret
}
