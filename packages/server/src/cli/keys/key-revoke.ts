import { revokeApiKey } from '../../administration/keys/revoke-api-key.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const keyRevoke: Command = {
  name: 'key revoke',
  parameters: '<keyId>',
  summary: 'Revoke an API key, within 5 seconds.',
  async run(args, terminal) {
    const [keyId = ''] = readArguments(args, ['keyId']).positionals
    return { answer: await inSession(terminal, (ctx) => revokeApiKey(ctx, keyId)) }
  },
}
