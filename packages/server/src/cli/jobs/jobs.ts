import { readJobs } from '../../administration/jobs/read-jobs.ts'
import { retryJob } from '../../administration/jobs/retry-job.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const jobList: Command = {
  name: 'job list',
  parameters: '<alias> [--failed]',
  summary:
    "List the background jobs of a tenant, newest first, or those that failed alone. The alias '*' has the jobs of the installation.",
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['alias'], [], ['failed'])
    const [alias = ''] = positionals
    return { answer: await inSession(terminal, (ctx) => readJobs(ctx, alias, flags.failed)) }
  },
}

export const jobRetry: Command = {
  name: 'job retry',
  parameters: '<alias> <id>',
  summary: 'Run a background job again that failed, or now that waits.',
  async run(args, terminal) {
    const [alias = '', id = ''] = readArguments(args, ['alias', 'id']).positionals
    return { answer: await inSession(terminal, (ctx) => retryJob(ctx, alias, id)) }
  },
}
