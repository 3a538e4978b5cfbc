import { readTenants } from '../operations/tenants/switch-tenant.ts'
import { type Command, readArguments } from './command.ts'
import { inSession } from './session.ts'

export const tenantList: Command = {
  name: 'tenant list',
  parameters: '',
  summary: 'Show all tenants, those that are disabled included.',
  async run(args) {
    readArguments(args, [])
    return { answer: { tenants: await inSession((session) => readTenants(session)) } }
  },
}
