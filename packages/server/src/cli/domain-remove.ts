import { removeDomain } from '../operations/domains/remove-domain.ts'
import { type Command, readArguments } from './command.ts'
import { inSession } from './session.ts'

export const domainRemove: Command = {
  name: 'domain remove',
  parameters: '<host>',
  summary:
    'Take a host away from its tenant, within 5 seconds. Links that were shared with it lead nowhere then.',
  async run(args) {
    const [host = ''] = readArguments(args, ['host']).positionals
    return { answer: await inSession((session) => removeDomain(session, host)) }
  },
}
