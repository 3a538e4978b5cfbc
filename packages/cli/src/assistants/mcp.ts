import { type Command, CommandError, UsageError } from '../command.ts'
import { openProfile } from '../profiles/open-profile.ts'

export const mcp: Command = {
  positionals: [],
  options: {},
  help: [
    'Serves tools to an assistant over standard input and output. The assistant’s program starts it, such as with',
    '  { "command": "npx", "args": ["goodword", "mcp"] }',
    'and it has the rights of the key of the profile. The guide is docs/guides/reference/tools.md#assistants.',
  ].join('\n'),
  async run(input, terminal) {
    const profile = await openProfile(input, terminal)
    const { serveOverStdio, StartFailure } = await import('@goodword/mcp/serve-stdio')
    try {
      await serveOverStdio(profile, terminal.note)
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      if (error.exitCode === 1) throw new CommandError(error.message)
      if (error.exitCode === 2) throw new UsageError(error.message)
      terminal.note(error.message)
      return error.exitCode
    }
    return undefined
  },
}
