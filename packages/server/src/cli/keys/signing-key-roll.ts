import { rollSigningKey } from '../../administration/keys/roll-signing-key.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'
import { overlapMsOf } from './overlap.ts'

export const signingKeyRoll: Command = {
  name: 'signing-key roll',
  parameters: '<alias> [--overlap <hours>]',
  summary:
    'Create a new signing key for a tenant. The old key stays valid for 24 hours, or for --overlap; older keys end immediately.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['overlap'])
    const [alias = ''] = positionals
    const overlapMs = overlapMsOf(options.overlap)
    return { answer: await inSession(terminal, (ctx) => rollSigningKey(ctx, alias, overlapMs)) }
  },
}
