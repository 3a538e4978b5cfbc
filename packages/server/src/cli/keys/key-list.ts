import { listKeys } from '../../administration/keys/list-keys.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const keyList: Command = {
  name: 'key list',
  parameters: '<alias>',
  summary:
    'List the IDs, scopes and dates of a tenant’s API keys. The keys themselves are shown only when created.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => listKeys(ctx, alias)) }
  },
}
