import { readFile } from 'node:fs/promises'
import {
  type ConnectionCredentials,
  credentialFields,
  credentialsFor,
} from '@goodword/contract/billing/connection-credentials'
import { parseValue } from '@goodword/contract/frame/parse-value'
import { checkConnection } from '../../billing/connections/check-connection.ts'
import { connectProcessor } from '../../billing/connections/connect-processor.ts'
import { readConnection } from '../../billing/connections/read-connection.ts'
import { removeConnection } from '../../billing/connections/remove-connection.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { inSession } from '../session.ts'

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

export const connectionShow: Command = {
  name: 'connection show',
  parameters: '<alias>',
  summary: 'Show the connection of a tenant to its payment processor. Does not call the processor.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      readConnection(ctx, (await tenantNamed(ctx, alias)).tenant_id),
    )
    return { answer }
  },
}

export const connectionCheck: Command = {
  name: 'connection check',
  parameters: '<alias>',
  summary: 'Call the payment processor of a tenant and look for missing set-up again.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    const answer = await inSession(terminal, async (ctx) =>
      checkConnection(ctx, (await tenantNamed(ctx, alias)).tenant_id),
    )
    return { answer }
  },
}

export const connectionRemove: Command = {
  name: 'connection remove',
  parameters: '<alias> [--yes]',
  summary:
    'Delete the credentials of the payment processor. Discounts at the processor stay as they are and are no longer changed.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias'], [], ['yes'])
    const [alias = ''] = positionals
    const answer = await inSession(terminal, async (ctx) => {
      const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
      const { merchantId } = await readConnection(ctx, tenantId)
      await confirm(
        terminal,
        flags.yes,
        `The keys of the merchant ${merchantId} are deleted, and its discounts are no longer changed.`,
      )
      return removeConnection(ctx, tenantId)
    })
    return { answer }
  },
}

/**
 * Credentials as JSON from a file, or from standard input without one. They are no arguments of the command, which other
 * users of the machine can see and shells keep in their history.
 *
 * @throws OperatorError or Refusal that names the field; neither repeats a value
 */
async function readCredentials(
  file: string | undefined,
  readInput: () => Promise<string>,
): Promise<ConnectionCredentials> {
  return parseCredentials(file === undefined ? await readInput() : await readText(file))
}

function parseCredentials(json: string): ConnectionCredentials {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // The parser quotes the text that it could not read.
    throw new OperatorError(
      `The credentials are not valid JSON. Give an object with processor, environment, and the fields of the processor: ${credentialFields}.`,
    )
  }
  return parseValue(credentialsFor(value), value, 'credentials')
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`${file} cannot be read (${fileErrorCode(cause)}).`, { cause })
  })
}
