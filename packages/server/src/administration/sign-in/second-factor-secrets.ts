import type { DBAdapter, DBAdapterInstance } from '@better-auth/core/db/adapter'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { SecretBox } from '../../engine/secrets/secret-box.ts'

type Model = { readonly model: string }

/** The fields of a second factor that the authentication library encrypts, by its own names. */
const encryptedFields = ['secret', 'backupCodes'] as const

/**
 * The adapter of the authentication library, which gets second factors as if they were encrypted under the current secret: while a
 * secret key is rotated, some still are under another one.
 */
export function withPresentSecrets(makeAdapter: DBAdapterInstance, secretBox: SecretBox): DBAdapterInstance {
  return (options) => {
    const adapter = makeAdapter(options)
    return {
      ...reading(adapter, secretBox),
      transaction: (work) => adapter.transaction((inner) => work(reading(inner, secretBox))),
    }
  }
}

function reading<Adapter extends Omit<DBAdapter, 'transaction'>>(
  adapter: Adapter,
  secretBox: SecretBox,
): Adapter {
  return {
    ...adapter,
    findOne: async (input: Parameters<Adapter['findOne']>[0]) =>
      presentOf(secretBox, input, await adapter.findOne(input)),
  }
}

async function presentOf(secretBox: SecretBox, { model }: Model, row: unknown): Promise<unknown> {
  if (model !== 'twoFactor' || typeof row !== 'object' || row === null) return row
  const present: Record<string, unknown> = { ...row }
  for (const field of encryptedFields) {
    const text = present[field]
    if (typeof text === 'string') present[field] = (await underPresentSecret(secretBox, text)) ?? text
  }
  return present
}

/** A text encrypted under the current secret; the same if it is already, null if none of the secrets decrypts it. */
export async function underPresentSecret(secretBox: SecretBox, encrypted: string): Promise<string | null> {
  const [current, ...others] = secretBox.staffSecrets()
  if ((await decrypted(current, encrypted)) !== null) return encrypted
  for (const key of others) {
    const data = await decrypted(key, encrypted)
    if (data !== null) return symmetricEncrypt({ key: current, data })
  }
  return null
}

function decrypted(key: string, data: string): Promise<string | null> {
  // The tag does not fit, or it is no encrypted text.
  return symmetricDecrypt({ key, data }).catch(() => null)
}
