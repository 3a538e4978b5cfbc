import { type Command, readArguments } from './command.ts'
import { inSession } from './session.ts'

export const migrate: Command = {
  name: 'migrate',
  parameters: '',
  summary: 'Bring the database to the schema of this release, as every start does.',
  async run(args) {
    readArguments(args, [])
    return { answer: { migrated: await inSession(async ({ migrated }) => migrated) } }
  },
}
