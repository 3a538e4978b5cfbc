import { readConfig } from '../../config.ts'
import { findUnreadableKeys } from '../../operations/connections/find-unreadable-keys.ts'
import { findSealedUnderAnother } from '../../operations/identification/sealed-under-another.ts'
import { replaceSecretKey } from '../../operations/tenants/replace-secret-key.ts'
import { findUnreadableSecrets } from '../../operations/webhooks/find-unreadable-secrets.ts'
import { systemClock } from '../../platform/clock.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { asOwner } from '../../start/prepare-storage.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { operatorContext } from '../session.ts'
import { inStorage } from '../storage-session.ts'

export const secretKeyReplace: Command = {
  name: 'secret-key replace',
  parameters: '[--yes]',
  summary: 'Continue with the current secret key after the original one was lost.',
  async run(args, terminal) {
    const { flags } = readArguments(args, [], [], ['yes'])
    const config = readConfig(terminal.env())
    const answer = await inStorage(config, (storage) =>
      asOwner(storage, async (db) => {
        await prepareDatabase(db, terminal.error)
        const { shut } = await findSealedUnderAnother(db, storage.secretKey, systemClock.now())
        const ctx = operatorContext(config, storage, db)
        const unreadable = await findUnreadableKeys(ctx)
        const withoutSecret = await findUnreadableSecrets(ctx)
        const lost = [
          ...lostSigningKeys(shut.length),
          ...lostProcessorKeys(unreadable.length),
          ...lostWebhookSecrets(withoutSecret.length),
        ]
        if (lost.length > 0) await confirm(terminal, flags.yes, lost.join(' '))
        return replaceSecretKey(ctx, storage.secretKey)
      }),
    )
    return { answer }
  },
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
