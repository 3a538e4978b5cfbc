import { jobHandlers } from '../../jobs/handlers.ts'
import { openWorker } from './open-worker.ts'

// A worker with jobs of the service.

const { options, run } = openWorker()
const { kinds } = options
run(kinds === undefined ? jobHandlers : Object.fromEntries(kinds.map((kind) => [kind, jobHandlers[kind]])))
