import { credentialFields } from '@goodword/contract/billing/connection-credentials'
import { connectProcessor } from '../../billing/connections/connect-processor.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'
import { readCredentials } from './connection-credentials.ts'

export const connectionSet: Command = {
  name: 'connection set',
  parameters: '<alias> [--file <file.json>]',
  summary: `Connect a tenant to a payment processor, or replace the keys. Reads the credentials as JSON from the file or standard input: processor, environment, and ${credentialFields}.`,
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['file'])
    const [alias = ''] = positionals
    const credentials = await readCredentials(options.file, terminal.readInput)
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      return connectProcessor(ctx, tenantId, credentials)
    })
    return { answer }
  },
}
