import { parseValue } from '@goodword/contract/frame/parse-value'
import { NewReceiver } from '@goodword/contract/webhooks/webhook-receiver'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { createReceiver } from '../../outbound/webhooks/create-receiver.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const webhookAdd: Command = {
  name: 'webhook add',
  parameters: '<alias> <url> [--types <type,type>] [--description <text>] [--personal-data]',
  summary:
    'Send events of a tenant to a URL, all types unless some are named. Prints the signing secret, which is not shown again.',
  async run(args, terminal) {
    const names = ['types', 'description']
    const { positionals, options, flags } = readArguments(args, ['alias', 'url'], names, ['personal-data'])
    const [alias = '', url] = positionals
    const { types, description } = options
    const request = {
      url,
      types: types === undefined ? [] : types.split(',').map((it) => it.trim()),
      ...(description === undefined ? {} : { description }),
      includePersonalData: flags['personal-data'],
    }
    const receiver = parseValue(NewReceiver, request, 'webhook')
    const answer = await inSession(terminal, async (ctx) =>
      createReceiver(ctx, (await tenantNamed(ctx, alias)).tenant_id, receiver),
    )
    return { answer }
  },
}
