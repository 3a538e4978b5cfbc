import {
  findLost,
  type ReplacedSecretKey,
  replaceLostKey,
} from '../../administration/secret-keys/replace-lost-key.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../engine/driver/database.ts'
import type { OpenStorage } from '../../start/open-storage.ts'
import { confirm } from '../confirm.ts'
import { operatorContext } from '../session.ts'
import type { Terminal } from '../terminal.ts'

/** Lets the database go on with the present key, once it is confirmed what is lost by that. */
export async function continueWithoutKey(
  config: Config,
  storage: OpenStorage,
  db: Database,
  terminal: Terminal,
  isConfirmed: boolean,
): Promise<ReplacedSecretKey> {
  const ctx = operatorContext(config, storage, db)
  const lost = await findLost(ctx, storage.keys)
  const sentences = [
    ...lostSigningKeys(lost.tenantsWithoutSigningKey.length),
    ...lostProcessorKeys(lost.tenantsWithoutProcessorKey.length),
    ...lostWebhookSecrets(lost.tenantsWithoutWebhookSecret.length),
    ...lostUnsubscribes(lost.tenantsWithoutUnsubscribes.length),
  ]
  if (sentences.length > 0) await confirm(terminal, isConfirmed, sentences.join(' '))
  return replaceLostKey(ctx, storage.keys, lost)
}

function lostSigningKeys(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [`Signed calls of ${tenants} tenants then fail until you run "signing-key roll" for them.`]
}

function lostProcessorKeys(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `${tenants} connections to a payment processor are then broken until you run "connection set" for them and replace the URL of their webhook, which changes.`,
  ]
}

function lostWebhookSecrets(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `Webhooks of ${tenants} tenants are then not sent until you run "webhook rotate" for their receivers.`,
  ]
}

function lostUnsubscribes(tenants: number): readonly string[] {
  if (tenants === 0) return []
  return [
    `The service then cannot recognize who unsubscribed from e-mails of ${tenants} tenants, so it turns all kinds of e-mails and invitations of these off.`,
  ]
}
