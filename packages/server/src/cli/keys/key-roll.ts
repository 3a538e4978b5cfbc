import { rollApiKey } from '../../administration/keys/roll-api-key.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'
import { overlapMsOf } from './overlap.ts'

export const keyRoll: Command = {
  name: 'key roll',
  parameters: '<keyId> [--overlap <hours>]',
  summary:
    'Replace an API key with a new one with the same scopes. The old key keeps working for 24 hours, or for --overlap.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['keyId'], ['overlap'])
    const [keyId = ''] = positionals
    const overlapMs = overlapMsOf(options.overlap)
    return { answer: await inSession(terminal, (ctx) => rollApiKey(ctx, keyId, overlapMs)) }
  },
}
