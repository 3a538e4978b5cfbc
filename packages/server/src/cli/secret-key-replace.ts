import { readConfig } from '../config.ts'
import { findSealedUnderAnother } from '../operations/identification/sealed-under-another.ts'
import { replaceSecretKey } from '../operations/tenants/replace-secret-key.ts'
import { systemClock } from '../platform/clock.ts'
import { createIdGenerator } from '../platform/id-generator.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { asOwner } from '../start/prepare-storage.ts'
import { type Command, readArguments } from './command.ts'
import { confirm } from './confirm.ts'
import { operatorName } from './operator-name.ts'
import { inStorage } from './storage-session.ts'

export const secretKeyReplace: Command = {
  name: 'secret-key replace',
  parameters: '[--yes]',
  summary: 'Go on with the present secret key after the one that the database was set up with was lost.',
  async run(args) {
    const { flags } = readArguments(args, [], [], ['yes'])
    const answer = await inStorage(readConfig(process.env), (storage) =>
      asOwner(storage, async (db) => {
        await prepareDatabase(db, console.error)
        const { shut } = await findSealedUnderAnother(db, storage.secretKey, systemClock.now())
        if (shut.length > 0) await confirm(flags.yes, consequences(shut.length))
        const keys = createIdGenerator()
        return replaceSecretKey({ db, clock: systemClock, keys, actor: operatorName() }, storage.secretKey)
      }),
    )
    return { answer }
  },
}

function consequences(tenants: number): string {
  return `Signed calls of ${tenants} tenants fail from then on, until "signing-key roll" gives them new keys.`
}
