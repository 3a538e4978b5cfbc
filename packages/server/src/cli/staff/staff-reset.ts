import { resetLink } from '../../administration/sign-in/reset-link.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const staffReset: Command = {
  name: 'staff reset',
  parameters: '<email> [--second-factor]',
  summary:
    'Print a one-time link, valid for an hour, by which a person sets a new password. --second-factor also removes their authenticator app and passkeys.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['email'], [], ['second-factor'])
    const [email = ''] = positionals
    return { answer: await inSession(terminal, (ctx) => resetLink(ctx, email, flags['second-factor'])) }
  },
}
