import { readAudit } from '../../operations/tenants/read-audit.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const auditList: Command = {
  name: 'audit list',
  parameters: '<alias>',
  summary: 'List the changes made to a tenant by these commands, newest first.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => readAudit(ctx, alias)) }
  },
}
