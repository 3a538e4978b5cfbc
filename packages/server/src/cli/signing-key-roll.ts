import { rollSigningKey } from '../operations/tenants/roll-signing-key.ts'
import { type Command, readArguments } from './command.ts'
import { overlapMsOf } from './overlap.ts'
import { inSession } from './session.ts'

export const signingKeyRoll: Command = {
  name: 'signing-key roll',
  parameters: '<alias> [--overlap <hours>]',
  summary:
    'Give a tenant a new signing key. The old one signs for 24 hours more, or the overlap given; an earlier one ends.',
  async run(args) {
    const { positionals, options } = readArguments(args, ['alias'], ['overlap'])
    const [alias = ''] = positionals
    const overlapMs = overlapMsOf(options.overlap)
    return { answer: await inSession((session) => rollSigningKey(session, alias, overlapMs)) }
  },
}
