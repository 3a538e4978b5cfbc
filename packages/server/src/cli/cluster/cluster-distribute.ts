import { readConfig } from '../../config.ts'
import { type DistributionRefusal, distributeTables } from '../../engine/cluster/distribute-tables.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { asOwner, grantService } from '../../start/prepare-storage.ts'
import { type Command, readArguments } from '../command.ts'
import { inStorage } from '../storage-session.ts'

export const clusterDistribute: Command = {
  name: 'cluster distribute',
  parameters: '',
  summary:
    'Distribute the tables of a database that got the citus extension later, and copy functions and rights to each node. The service must be stopped.',
  async run(args, terminal) {
    readArguments(args, [])
    const answer = await inStorage(readConfig(terminal.env()), (storage) =>
      asOwner(storage, async (owner) => {
        await prepareDatabase(owner, terminal.error)
        const progress = reportProgress(terminal.error, 'Distributed', 'tables')
        const distribution = await distributeTables(storage.owner, progress)
        if (distribution.kind !== 'distributed') throw new OperatorError(explanationOf(distribution))
        await grantService(storage, owner)
        return { distributed: distribution.tables }
      }),
    )
    return { answer }
  },
}

function explanationOf(refusal: DistributionRefusal): string {
  switch (refusal.kind) {
    case 'no extension':
      return 'The database has no Citus. Let DATABASE_URL name the coordinator of a cluster; or install Citus on the server, and run as an administrator: create extension citus.'
    case 'in progress':
      return 'Another process is distributing the tables. Wait for it to finish.'
    case 'in use':
      return `The service has ${refusal.sessions} connections to the database. Stop all its processes, and try again: requests fail while some tables are distributed and others are not.`
  }
}
