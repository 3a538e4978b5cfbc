import type { Config } from '../../config.ts'
import { instanceId } from '../../engine/secrets/derived-secret.ts'
import { SecretKeyError } from '../../engine/secrets/secret-key.ts'
import { knownSecretKeys } from '../../start/known-secret-keys.ts'
import { StartError } from '../../start/start-error.ts'

/** Whether the installation that answers has another secret key than this one; unknown while this one's cannot be read. */
export async function isAnotherInstance(config: Config, instance: string): Promise<boolean> {
  try {
    return !knownSecretKeys(config).some((it) => instanceId(it) === instance)
  } catch (error) {
    if (error instanceof SecretKeyError) return false
    if (error instanceof StartError) return true
    throw error
  }
}
