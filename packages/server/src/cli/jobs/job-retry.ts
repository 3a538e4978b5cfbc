import { retryJob } from '../../administration/jobs/retry-job.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const jobRetry: Command = {
  name: 'job retry',
  parameters: '<alias> <id>',
  summary: 'Run a background job again that failed, or now that waits.',
  async run(args, terminal) {
    const [alias = '', id = ''] = readArguments(args, ['alias', 'id']).positionals
    return { answer: await inSession(terminal, (ctx) => retryJob(ctx, alias, id)) }
  },
}
