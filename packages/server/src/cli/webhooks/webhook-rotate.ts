import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { rotateSecret } from '../../outbound/webhooks/rotate-secret.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const webhookRotate: Command = {
  name: 'webhook rotate',
  parameters: '<alias> <webhookId>',
  summary:
    'Give a webhook receiver a new signing secret and print it. The previous one signs as well for 24 hours.',
  async run(args, terminal) {
    const [alias = '', id = ''] = readArguments(args, ['alias', 'webhookId']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      rotateSecret(ctx, (await tenantNamed(ctx, alias)).tenant_id, id),
    )
    return { answer }
  },
}
