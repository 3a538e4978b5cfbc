import { parseValue } from '@goodword/contract/frame/parse-value'
import { NewReceiver } from '@goodword/contract/webhooks/webhook-receiver'
import { type DeliveryState, deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { createReceiver } from '../../outbound/webhooks/create-receiver.ts'
import { readDeliveries } from '../../outbound/webhooks/read-deliveries.ts'
import { readReceiver, readReceivers } from '../../outbound/webhooks/read-receivers.ts'
import { removeReceiver } from '../../outbound/webhooks/remove-receiver.ts'
import { resendDelivery, resendPeriod } from '../../outbound/webhooks/resend-deliveries.ts'
import { rotateSecret } from '../../outbound/webhooks/rotate-secret.ts'
import { sendTest } from '../../outbound/webhooks/send-test.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

/** More than a tenant can have. */
const ALL = { limit: 1000, cursor: null, countAll: false }

export const webhookList: Command = {
  name: 'webhook list',
  parameters: '<alias>',
  summary: 'List the webhook receivers of a tenant, newest first, without their secrets.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      return { alias: tenantId, webhooks: (await readReceivers(ctx, tenantId, ALL)).rows }
    })
    return { answer }
  },
}

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

export const webhookRemove: Command = {
  name: 'webhook remove',
  parameters: '<alias> <webhookId> [--yes]',
  summary: 'Delete a webhook receiver with its secret. Pending events are not sent.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias', 'webhookId'], [], ['yes'])
    const [alias = '', id = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { url } = await readReceiver(ctx, tenantId, id)
      await confirm(terminal, flags.yes, `No more events are sent to ${url}, and its secret is deleted.`)
      return removeReceiver(ctx, tenantId, id)
    })
    return { answer }
  },
}

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

const NEWEST = { limit: 100, cursor: null, countAll: false }

export const webhookDeliveries: Command = {
  name: 'webhook deliveries',
  parameters: '<alias> <webhookId> [--state <state>]',
  summary:
    'List the newest 100 deliveries to a webhook receiver with their attempts, or those that are PENDING, SUCCEEDED or FAILED.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'webhookId'], ['state'])
    const [alias = '', id = ''] = positionals
    const filter = options.state === undefined ? {} : { state: deliveryState(options.state) }
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { rows, total } = await readDeliveries(ctx, tenantId, id, filter, NEWEST)
      return { totalCount: total, deliveries: rows }
    })
    return { answer }
  },
}

export const webhookResend: Command = {
  name: 'webhook resend',
  parameters: '<alias> <deliveryId> | <alias> <webhookId> --from <ms> [--to <ms>] [--state <state>]',
  summary:
    'Send the event of a delivery again, or the events of a period whose deliveries are FAILED (or in another state). The running service sends them.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias', 'id'], ['from', 'to', 'state'])
    const [alias = '', id = ''] = positionals
    const { from, to, state } = options
    if (from === undefined && (to !== undefined || state !== undefined)) {
      throw new UsageError('--to and --state need --from: the period whose events are sent again.')
    }
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      if (from === undefined) return resendDelivery(ctx, tenantId, id)
      return resendPeriod(ctx, tenantId, id, {
        from: time('--from', from),
        ...(to === undefined ? {} : { to: time('--to', to) }),
        ...(state === undefined ? {} : { state: deliveryState(state) }),
      })
    })
    return { answer }
  },
}

function time(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`${name} must be a time in milliseconds since the epoch.`)
  return Number(text)
}

/** The state of deliveries that an operator names. @throws UsageError for another word */
function deliveryState(text: string): DeliveryState {
  const state = deliveryStates.find((it) => it === text)
  if (state === undefined) throw new UsageError(`--state must be one of ${deliveryStates.join(', ')}.`)
  return state
}
