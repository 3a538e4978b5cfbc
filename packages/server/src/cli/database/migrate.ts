import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const migrate: Command = {
  name: 'migrate',
  parameters: '',
  summary: 'Run pending migrations, as every start does.',
  async run(args, terminal) {
    readArguments(args, [])
    return { answer: { migrated: await inSession(terminal, async (_ctx, migrated) => migrated) } }
  },
}
