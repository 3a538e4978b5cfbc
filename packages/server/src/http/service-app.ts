import { allEndpoints } from '@goodword/contract/endpoints/all'
import type { FastifyInstance } from 'fastify'
import { type AppDependencies, createApp } from './app.ts'
import { serveDocs } from './docs.ts'
import { type Readiness, serveHealth } from './health.ts'
import type { RouteDependencies } from './route-dependencies.ts'
import { routes } from './routes.ts'

export type ServiceAppDependencies = Omit<AppDependencies, 'timeouts'> &
  RouteDependencies & {
    /** A worker says no more than whether it is well. */
    readonly isWorker: boolean
    readonly ready: () => Promise<Readiness>
  }

/** Everything that a process answers over HTTP. */
export function createServiceApp(dependencies: ServiceAppDependencies): FastifyInstance {
  const app = createApp(dependencies)
  serveHealth(app, dependencies.ready)
  if (dependencies.isWorker) return app
  serveDocs(app, allEndpoints, dependencies.baseUrl)
  routes(app, dependencies)
  return app
}
