import { readProgram } from '../../frame/program/read-program.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const programGet: Command = {
  name: 'program get',
  parameters: '<alias>',
  summary: 'Show the program of a tenant, in the format of "program set".',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id } = await tenantNamed(ctx, alias)
      return readProgram(ctx, tenant_id)
    })
    return { answer }
  },
}
