import { type Scope, scopes } from '@goodword/domain/staff/scope'
import { isShortText } from '@goodword/domain/values/ids'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'

export const keyCreate: Command = {
  name: 'key create',
  parameters: '<alias> [--name <name>] [--scopes read,write,money,admin] [--expires <ms>]',
  summary: 'Create an API key for a tenant. It is shown only once; existing keys keep working.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['name', 'scopes', 'expires'])
    const [alias = ''] = positionals
    const request = {
      alias,
      ...(options.name === undefined ? {} : { name: nameOf(options.name) }),
      ...(options.scopes === undefined ? {} : { scopes: scopesOf(options.scopes) }),
      ...(options.expires === undefined ? {} : { expiresAt: timeOf(options.expires) }),
    }
    return { answer: await inSession(terminal, (ctx) => createApiKey(ctx, request)) }
  },
}

function scopesOf(text: string): readonly Scope[] {
  return text.split(',').map((word) => {
    const scope = scopes.find((each) => each === word.trim())
    if (scope === undefined) throw new UsageError(`--scopes takes ${scopes.join(', ')}, separated by commas.`)
    return scope
  })
}

function nameOf(text: string): string {
  if (!isShortText(text)) {
    throw new UsageError('--name takes 1 to 256 characters without control characters.')
  }
  return text
}

function timeOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new UsageError('--expires takes a time in milliseconds since the epoch, such as 1830000000000.')
  }
  return Number(text)
}
