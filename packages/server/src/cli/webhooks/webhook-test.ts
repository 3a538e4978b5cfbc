import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { sendTest } from '../../outbound/webhooks/send-test.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const webhookTest: Command = {
  name: 'webhook test',
  parameters: '<alias> <webhookId>',
  summary:
    'Send a test event to a webhook receiver. The running service sends it; "webhook deliveries" shows the response.',
  async run(args, terminal) {
    const [alias = '', id = ''] = readArguments(args, ['alias', 'webhookId']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      sendTest(ctx, (await tenantNamed(ctx, alias)).tenant_id, id),
    )
    return { answer }
  },
}
