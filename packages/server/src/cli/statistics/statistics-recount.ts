import { recountStatistics } from '../../reporting/statistics/recount-statistics.ts'
import { type Command, readArguments } from '../command.ts'
import { inSession } from '../session.ts'

export const statisticsRecount: Command = {
  name: 'statistics recount',
  parameters: '<alias>',
  summary: 'Count the statistics of a tenant again from its rows, and report the figures that were wrong.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => recountStatistics(ctx, alias)) }
  },
}
