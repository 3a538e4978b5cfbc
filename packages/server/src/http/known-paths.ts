import type { FastifyInstance } from 'fastify'

/** Which methods an address answers, for saying 405 with `Allow` where the router only knows "not found". */
export type KnownPaths = { readonly methodsAt: (path: string) => readonly string[] }

/** Watches the app’s routes; must be called before the first is added. */
export function watchPaths(app: FastifyInstance): KnownPaths {
  const routes: { readonly segments: readonly string[]; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: Array.isArray(method) ? method : [method] })
  })
  return {
    methodsAt: (path) => {
      const segments = path.split('/')
      const methods = routes
        .filter((route) => fits(route.segments, segments))
        .flatMap((route) => route.methods)
      return [...new Set(methods)].sort()
    },
  }
}

function fits(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every(
      (segment, index) => segment === path[index] || (segment.startsWith(':') && path[index] !== ''),
    )
  )
}
