import { readConfig } from '../../config.ts'
import { listErasedPeople } from '../../engine/backup/list-erased-people.ts'
import { addErasedPeople, erasedPeopleFile } from '../../engine/backups/erased-people-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { type Command, readArguments } from '../command.ts'
import { inStorage } from '../storage-session.ts'

export const backupErasures: Command = {
  name: 'backup erasures',
  parameters: '',
  summary:
    'Add hashes of the users of all programs who were erased to a file in BACKUP_DIR, so that "restore" leaves them out. The service does it by itself.',
  async run(args, terminal) {
    readArguments(args, [])
    const config = readConfig(terminal.env())
    const { folder } = config.backups
    if (folder === null)
      throw new OperatorError('BACKUP_DIR is not set. Set it to the folder of the backups.')
    const people = await inStorage(config, async ({ owner }) =>
      addErasedPeople(folder, await listErasedPeople(owner)),
    )
    return { answer: { file: erasedPeopleFile(folder), people } }
  },
}
